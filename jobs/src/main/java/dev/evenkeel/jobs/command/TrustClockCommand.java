package dev.evenkeel.jobs.command;

import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends doubts about the clock. */
@Command(
    name = "trust-clock",
    description = {
      "Takes this machine's clock for right, whatever earlier runs saw: after a long stop, or when"
          + " it was the earlier clock that was wrong.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables trust-clock --config evenkeel.yaml"})
final class TrustClockCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();

  TrustClockCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return series.with(
        environment.clients(),
        environment.clock(),
        false,
        UnaryOperator.identity(),
        job -> {
          job.lifecycle().trustClock();
          environment.terminal().out().print("The clock is taken for right.\n");
          environment.terminal().out().flush();
          return 0;
        });
  }
}
