package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.ReshardJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Moves items. */
@Command(
    name = "run",
    description = {
      "Moves what is at its old place, until nothing is left. May be stopped or killed at"
          + " any step and repeated, on any machine, by several processes at a time. Ends with 1"
          + " if it was stopped before the end: repeat it to go on.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel reshard run --table clicks --partition-key page --sort-key at",
      "  evenkeel reshard run --table clicks --partition-key page --sort-key at --stop-file /run/stop"
    })
final class RunReshardCommand extends ReportCommand {
  @Mixin private final PassOptions pass = new PassOptions();

  @Override
  public Integer call() {
    return print(pass.work(environment(), "reshard run", ReshardJob::run));
  }
}
