package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.sharding.spec.MovePace;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how fast items are moved or read. */
final class PaceOptions {
  @Option(
      names = "--units-per-second",
      paramLabel = "UNITS",
      description =
          "capacity units a second of all processes together, reads and writes alike; of one key no"
              + " more than its share in any case. As many as DynamoDB allows by default, or as the pass"
              + " under way has")
  private @Nullable Double unitsPerSecond;

  @Option(
      names = "--share",
      paramLabel = "PART",
      description =
          "of what a partition can do that the move of one key may take, up to 1; default 0.2, or"
              + " what the pass under way has")
  private @Nullable Double share;

  @Option(
      names = "--segments",
      paramLabel = "COUNT",
      defaultValue = "4",
      description =
          "segments that this process works on at a time, each of which holds up to 1 MB; default"
              + " ${DEFAULT-VALUE}")
  private int segments;

  /**
   * The same for a job that is no move.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  SharedPass of(SharedPass pass) {
    SharedPass wide = pass.lanes(segments);
    return unitsPerSecond == null ? wide : wide.unitsPerSecond(unitsPerSecond);
  }

  /**
   * The pace.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  MovePace pace() {
    MovePace wide = MovePace.gentle().segments(segments);
    MovePace pace = share == null ? wide : wide.share(share);
    return unitsPerSecond == null ? pace : pace.unitsPerSecond(unitsPerSecond);
  }
}
