package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.work.ReshardJob;
import dev.evenkeel.sharding.Layout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Begins a move. */
@Command(
    name = "start",
    description = {
      "Begins to move items to another number of shards. Reads all that will move, and"
          + " waits until every client knows of it: 20m 20s, unless 'layout ready' was said. Then"
          + " there is no way back but forward. A dry run, which prints the plan, unless --apply"
          + " is given. May be killed and repeated. With --expect, which needs 'layout ready' first,"
          + " it is refused while there are hosts without a client.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel reshard start --table clicks --partition-key page --sort-key at --key /home --to 16",
      "  evenkeel reshard start --table clicks --partition-key page --sort-key at --key /home --to 16 --apply"
    })
final class StartReshardCommand extends ReportCommand {
  @Mixin private final MoveOptions move = new MoveOptions();
  @Mixin private final ExpectOption expected = new ExpectOption();

  @Option(names = "--apply", description = "do it, instead of only telling what would be done")
  private boolean applying;

  @Option(
      names = "--without-clients",
      description =
          "begin though no client of the table is registered, because none runs. A running"
              + " client that has another control table loses sight of what moves")
  private boolean clientless;

  @Override
  public Integer call() {
    return print(
        move.layout().<Report>moving(environment(), "reshard start", applying, this::started));
  }

  private Report started(ReshardJob job, Progress progress) {
    move.requireCount();
    job.requireClients(!clientless, expected.hosts());
    if (!applying) {
      return move.plan(job, "start");
    }
    Layout now = job.layout();
    Runnable begun = now.state().equals("MOVING") ? () -> {} : () -> progress.tell(waiting(now));
    return PassWatch.during(() -> move.start(job), begun, job, progress);
  }

  /** A start of all keys waits, too, unless it is announced and all was looked at. */
  private String waiting(Layout now) {
    boolean mayBeginAtOnce = move.moving().key() != null || now.state().equals("ANNOUNCED");
    return mayBeginAtOnce && now.everybodyRegistered()
        ? "reads the items; then their writes are held back for about a second"
        : "reads the items, and waits %s until every client knows of the move"
            .formatted(TimeText.of(move.layout().silent()));
  }
}
