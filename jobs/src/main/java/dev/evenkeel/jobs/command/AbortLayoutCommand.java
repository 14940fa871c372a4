package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gives up a change. */
@Command(
    name = "abort",
    description = {
      "Gives up the change that is under way, whoever began it: writes that were held back go on,"
          + " and the piece is not added. Does nothing if there is none. Clients do the same after"
          + " 10s by themselves.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout abort --table clicks --partition-key page --sort-key at"
    })
final class AbortLayoutCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  AbortLayoutCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(), layout.with(environment, "layout abort", LayoutJob::abort));
    return 0;
  }
}
