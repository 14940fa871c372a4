package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends READY. */
@Command(
    name = "settle",
    description = {
      "Ends what 'ready' and 'add-piece' begin: clients need no rows any more, and the next change"
          + " waits for 20m 20s again. Pieces stay. Refused while a change is under way.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout settle --table clicks --partition-key page --sort-key at"
    })
final class SettleLayoutCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  SettleLayoutCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(), layout.with(environment, "layout settle", true, LayoutJob::settle));
    return 0;
  }
}
