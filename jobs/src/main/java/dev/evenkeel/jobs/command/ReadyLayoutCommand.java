package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.LayoutJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a table ready for changes. */
@Command(
    name = "ready",
    description = {
      "Makes a table ready, so that 'add-piece' takes seconds. Every client registers and"
          + " keeps a row in the control table from then on, a write unit each third of a lease and"
          + " two reads a second. Ends when all are registered: after a lease and a late request,"
          + " 20m 20s, unless the table is ready already. May be killed and repeated. With --expect"
          + " it names the hosts without a client then, and ends with 1; the table stays ready.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel layout ready --table clicks --partition-key page --sort-key at --dry-run",
      "  evenkeel layout ready --table clicks --partition-key page --sort-key at",
      "  evenkeel layout ready --table clicks --partition-key page --sort-key at --expect web-1,web-2"
    })
final class ReadyLayoutCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final ExpectOption expected = new ExpectOption();

  @Option(
      names = "--dry-run",
      description =
          "only tell what the record would say, which clients are registered, and the wait")
  private boolean dry;

  @Override
  public Integer call() {
    if (dry) {
      return planned();
    }
    return print(
        layout.with(environment(), "layout ready", true, job -> job.ready(expected.hosts())));
  }

  private int planned() {
    if (!expected.hosts().isEmpty()) {
      throw new JobException(
          "--expect is for a table that is made ready. Leave --dry-run out, or look with 'evenkeel layout clients'.");
    }
    return print(layout.with(environment(), "layout ready", false, LayoutJob::planReady));
  }
}
