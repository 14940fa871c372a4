package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.net.URI;

/** Archives a table and restores it, and prints the heap peak of each. */
final class ArchivePeakMain {
  static final String ARCHIVE = "archive_peak_mib";
  static final String RESTORE = "restore_peak_mib";
  private static final double MIB = 1 << 20;

  private ArchivePeakMain() {}

  /** Takes two words that are not needed, where the servers are, and the bucket. */
  public static void main(String[] arguments) throws InterruptedException {
    try (Fixture fixture =
            new Fixture(
                LocalDynamoDb.at(URI.create(arguments[2])),
                LocalS3.at(URI.create(arguments[3])),
                arguments[4]);
        LiveHeap archive = LiveHeap.watched()) {
      fixture.passDay();
      TableLifecycle tables = fixture.lifecycle(fixture.dynamoDb, fixture.spec("events", null));
      boolean retired = tables.run().get(0).isComplete();
      long before = archive.collect();
      boolean isDone = retired && archive.whileCollecting(() -> tables.run().get(0).isComplete());
      System.out.println(ARCHIVE + "=" + (archive.peakBytes() - before) / MIB);
      try (LiveHeap restore = LiveHeap.watched()) {
        isDone &=
            restore.whileCollecting(
                () -> tables.restore(RestoreOrder.of(Fixture.table("events"))).isDone());
        System.out.println(RESTORE + "=" + (restore.peakBytes() - before) / MIB);
      }
      if (!isDone) {
        throw new IllegalStateException("it was not done in two runs");
      }
    }
  }
}
