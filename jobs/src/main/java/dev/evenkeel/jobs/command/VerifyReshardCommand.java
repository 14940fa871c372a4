package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.ReshardJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Proves a move. */
@Command(
    name = "verify",
    description = {
      "Reads all items, and tells whether each is where the new layout looks for it and"
          + " none is at an old place. Compares their number and digest with those from before the"
          + " move. Ends with 1 if that is not so, or it was stopped before the end.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel reshard verify --table clicks --partition-key page --sort-key at"
    })
final class VerifyReshardCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final PassOptions pass = new PassOptions();

  VerifyReshardCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return pass.work(environment, "reshard verify", ReshardJob::verify);
  }
}
