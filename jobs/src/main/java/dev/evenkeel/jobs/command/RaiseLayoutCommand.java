package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.LayoutReport;
import dev.evenkeel.jobs.work.RaiseJob;
import dev.evenkeel.sharding.spec.ShardSelector;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Raises the count of drawn shards, or of the rows of counters. */
@Command(
    name = "raise",
    description = {
      "Gives items more shards where shards are drawn, or counters more rows. Nothing moves and"
          + " nothing is held back: readers get the new count at once, writers a lease later, for"
          + " which this waits. From then on each read of a key asks the new shards, too. A dry run"
          + " unless --apply is given. May be killed and repeated. Sharded indexes are raised by"
          + " LayoutEditor.raiseIndex.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel layout raise --table events --partition-key day --sort-key id --shards 8 --drawn RANDOM --to 16 --apply",
      "  evenkeel layout raise --table votes --partition-key poll --shards 8 --counters --to 16 --apply"
    })
final class RaiseLayoutCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @ArgGroup(multiplicity = "1")
  private Raised raised = new Raised();

  /** What is raised. */
  static final class Raised {
    @Option(
        names = "--drawn",
        paramLabel = "HOW",
        required = true,
        description = "items, whose shards are drawn by the spec: ${COMPLETION-CANDIDATES}")
    private Drawn drawn = Drawn.RANDOM;

    @Option(
        names = "--counters",
        required = true,
        description = "counters, which need no --sort-key if the table has none")
    private boolean counters;
  }

  /** Selectors of drawn shards. */
  enum Drawn {
    RANDOM,
    ROTATING
  }

  @Option(
      names = "--to",
      paramLabel = "COUNT",
      required = true,
      description = "the new count, above the one now, up to 1024")
  private int shards;

  @Option(names = "--apply", description = "do it, instead of only telling what would be done")
  private boolean applying;

  @Override
  public Integer call() {
    return print(
        raised.counters
            ? layout.withCounters(environment(), "layout raise", applying, this::done)
            : layout.withDrawn(environment(), "layout raise", applying, selector(), this::done));
  }

  private LayoutReport done(RaiseJob job) {
    return applying ? job.raise(shards) : job.plan(shards);
  }

  private ShardSelector selector() {
    return raised.drawn == Drawn.ROTATING ? ShardSelector.rotating() : ShardSelector.random();
  }
}
