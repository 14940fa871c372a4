package dev.evenkeel.jobs.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends a move. */
@Command(
    name = "finish",
    description = {
      "Ends a move, once 'reshard verify' has proved it. Clients act on the new layout"
          + " alone then. Costs a few units in the control table.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel reshard finish --table clicks --partition-key page --sort-key at"
    })
final class FinishReshardCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  FinishReshardCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(),
        layout.moving(environment, "reshard finish", true, (job, progress) -> job.finish()));
    return 0;
  }
}
