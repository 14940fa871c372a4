package dev.evenkeel.benchmarks.moves;

import static dev.evenkeel.benchmarks.moves.MoveSpeedFigures.require;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** What is done twice when a process that moves items is killed, and another one goes on. */
final class ResumeFigures {
  private static final int LANES = 4;

  private ResumeFigures() {}

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report)
      throws IOException, InterruptedException {
    int kills = scale.of(3, 1);
    int items = scale.of(3_000, 400);
    int movedTwice = 0;
    int readTwice = 0;
    int page = 0;
    for (int kill = 0; kill < kills; kill++) {
      report.note("resume_repeats, kill " + kill + " ...");
      SpreadTable table =
          SpreadTable.filled(dynamoDb, "resumed" + kill, 4, 1, 200, items).begunOne(9);
      DoneItems first = killed(table, items * (kill + 1) / (kills + 2));
      DoneItems second = new DoneItems(line -> {});
      table.move(second);
      require(table.isProved(), "the move is proved");
      movedTwice = Math.max(movedTwice, common(first.moved(), second.moved()));
      readTwice = Math.max(readTwice, common(first.read(), second.read()));
      page = Math.max(page, Math.max(first.pageMax(), second.pageMax()));
    }
    report.put("resume_items", items);
    report.put("resume_repeats", movedTwice);
    report.put("resume_read_again", readTwice);
    report.put("resume_page_items", page);
    report.put("resume_repeats_of_pages", readTwice / (double) (LANES * page));
  }

  private static int common(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.retainAll(other);
    return both.size();
  }

  /** What a process has done that was killed after so many moves. */
  private static DoneItems killed(SpreadTable table, int moves)
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(ChildJvm.command(MoveMain.class, 256, moves, "move", table.arguments()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    DoneItems done = new DoneItems(line -> {});
    try (BufferedReader lines = child.inputReader()) {
      String line = lines.readLine();
      while (line != null) {
        done.take(line);
        if (done.moved().size() == moves) {
          child.toHandle().destroyForcibly(); // and what it has printed can still be read
        }
        line = lines.readLine();
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    require(done.moved().size() >= moves, "the process has lived so long");
    return done;
  }

  /** Moves items, and prints what it does. */
  static final class MoveMain {
    private MoveMain() {}

    /** Takes two words that are not needed, and those of the table. */
    public static void main(String[] arguments) {
      SpreadTable.of(arguments, 2).move(new DoneItems(System.out::println));
    }
  }
}
