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
              + " more than its share in any case. As many as DynamoDB allows by default")
  private @Nullable Double unitsPerSecond;

  @Option(
      names = "--share",
      paramLabel = "PART",
      defaultValue = "0.2",
      description =
          "of what a partition can do that the move of one key may take, up to 1; default"
              + " ${DEFAULT-VALUE}")
  private double share;

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
    MovePace pace = MovePace.gentle().share(share).segments(segments);
    return unitsPerSecond == null ? pace : pace.unitsPerSecond(unitsPerSecond);
  }
}
