package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.SeriesJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the state of the tables. */
@Command(
    name = "status",
    description = {"Shows the tables that are there, remembered and due, and writes nothing.", ""},
    footer = {"", "Example:", "  evenkeel tables status --config evenkeel.yaml"})
final class StatusCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final MomentOption moment = new MomentOption();

  @Override
  public Integer call() {
    return print(
        series.with(environment(), moment.clock(environment().clock()), false, SeriesJob::status));
  }
}
