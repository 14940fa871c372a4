package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes a table ready for changes. */
@Command(
    name = "ready",
    description = {
      "Makes a table ready, so that 'add-piece' takes seconds. Every client registers and"
          + " keeps a row in the control table from then on, a write unit each third of a lease and"
          + " two reads a second. Ends when all are registered: after a lease and a late request,"
          + " 20m 20s, unless the table is ready already. May be killed and repeated.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout ready --table clicks --partition-key page --sort-key at"
    })
final class ReadyLayoutCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ReadyLayoutCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(), layout.with(environment, "layout ready", LayoutJob::ready));
    return 0;
  }
}
