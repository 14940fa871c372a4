package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.SeriesJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the state of the tables. */
@Command(
    name = "status",
    description = {"Shows the tables that are there, remembered and due, and writes nothing.", ""},
    footer = {"", "Example:", "  evenkeel tables status --config evenkeel.yaml"})
final class StatusCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final MomentOption moment = new MomentOption();
  @Mixin private final OutputOption output = new OutputOption();

  StatusCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(),
        series.with(environment, moment.clock(environment.clock()), false, SeriesJob::status));
    return 0;
  }
}
