package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.SeriesJob;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A look at what is there. */
@Command(
    name = "status",
    description = {"Shows the tables that are there, remembered and due, and writes nothing.", ""},
    footer = {"", "Example:", "  evenkeel tables status --config evenkeel.yaml"})
final class StatusCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final MomentOption moment = new MomentOption();
  @Mixin private final OutputOption output = new OutputOption();

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    output.print(
        surroundings.terminal(),
        series.with(
            surroundings.clients(),
            moment.clock(surroundings.clock()),
            false,
            UnaryOperator.identity(),
            SeriesJob::status));
    return 0;
  }
}
