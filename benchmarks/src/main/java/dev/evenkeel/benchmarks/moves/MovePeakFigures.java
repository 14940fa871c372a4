package dev.evenkeel.benchmarks.moves;

import static dev.evenkeel.benchmarks.moves.MoveSpeedFigures.require;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;
import java.time.Duration;

/** The live heap of a process that moves items and proves it: four pages of 1 MB at a time. */
final class MovePeakFigures {
  private static final String FIGURE = "peak_mib";

  /** One collection after the other keeps the process from its looks at the record. */
  private static final Duration LEASE = Duration.ofSeconds(10);

  private static final int HEAP_MIB = 256;
  private static final double MIB = 1 << 20;

  private MovePeakFigures() {}

  /** The items of a few keys, so that the first pages of their segments are full. */
  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report)
      throws IOException, InterruptedException {
    report.note(FIGURE + " ...");
    int items = scale.of(20_000, 200);
    SpreadTable table =
        new SpreadTable(dynamoDb.endpoint(), "peak", 1, 4, 220, LEASE).filled(items).begun(8);
    report.put(FIGURE + "_items", items);
    ChildJvm.measure(report, Main.class, HEAP_MIB, items, "move", table.arguments());
  }

  /** Moves a table and verifies it, and prints the heap peak. */
  static final class Main {
    private Main() {}

    /** Takes the number of items, a word that is not needed, and those of the table. */
    public static void main(String[] arguments) throws InterruptedException {
      SpreadTable table = SpreadTable.of(arguments, 2);
      try (LiveHeap heap = LiveHeap.watched()) {
        long before = heap.collect();
        long moved = heap.whileCollecting(table::move);
        double run = (heap.peakBytes() - before) / MIB;
        require(moved == Long.parseLong(arguments[0]), "all items are moved");
        require(heap.whileCollecting(table::isProved), "the move is proved");
        System.out.println(FIGURE + "=" + (heap.peakBytes() - before) / MIB);
        System.out.println(FIGURE + "_run=" + run);
      }
    }
  }
}
