package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.ReshardJob;
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
final class VerifyReshardCommand extends ReportCommand {
  @Mixin private final PassOptions pass = new PassOptions();

  @Override
  public Integer call() {
    return print(pass.work(environment(), "reshard verify", ReshardJob::verify));
  }
}
