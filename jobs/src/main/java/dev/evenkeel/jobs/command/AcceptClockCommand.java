package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Accepts the current clock after a jump. */
@Command(
    name = "accept-clock",
    description = {
      "Accepts this machine's clock, whatever earlier runs saw: after a long stop, or when the"
          + " earlier clock was wrong.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables accept-clock --config evenkeel.yaml"})
final class AcceptClockCommand extends JobCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Override
  public Integer call() {
    return series.with(
        environment(),
        job -> {
          job.lifecycle().acceptClock();
          return printText("The clock is accepted.\n");
        });
  }
}
