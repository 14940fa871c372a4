package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.crash.Point.Happening;
import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Lets every event happen at every sub-request of a protocol, each on items of its own, and looks
 * at what became of all of them: at once, after sweeps and resumption, and after more sweeps. The
 * number of sub-requests is counted by running, so it needs no upkeep.
 *
 * @param points how many there were
 * @param wrong the violations, in words
 */
record Enumeration(int points, List<String> wrong) {

  static Enumeration of(
      CrashFixture fixture,
      Protocol protocol,
      Mutant writer,
      Mutant sweep,
      Collection<Event> events) {
    return new EnumerationRun(
            fixture, protocol, writer, new Sweeps(fixture, protocol.spec(), sweep))
        .run(events);
  }

  /**
   * The same with two events: one after which a flow continues, and another at every later
   * sub-request, those included that only the first made necessary.
   *
   * @param step 1 for each of these pairs, 3 for every third, whatever its events
   */
  static Enumeration ofPairs(
      CrashFixture fixture,
      Protocol protocol,
      Collection<Event> firsts,
      Collection<Event> seconds,
      int step) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE);
    return new EnumerationRun(fixture, protocol, Mutant.NONE, sweeps)
        .runPairs(firsts, seconds, step);
  }

  /** The same, where sweeps die after every single write. */
  static Enumeration ofDyingSweeps(
      CrashFixture fixture, Protocol protocol, Collection<Event> events) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE).mortal();
    return new EnumerationRun(fixture, protocol, Mutant.NONE, sweeps).run(events);
  }

  /** The same with nothing but a pause, in which a sweep is paused itself at every sub-request. */
  static Enumeration ofPausedSweeps(CrashFixture fixture, Protocol protocol) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE);
    return new EnumerationRun(fixture, protocol, Mutant.NONE, sweeps).runPausedSweeps();
  }

  /** One enumeration under way. */
  private static final class EnumerationRun {
    private final CrashFixture fixture;
    private final Protocol protocol;
    private final Mutant writer;
    private final Sweeps sweeps;
    private final ChunkingPlanner before;
    private final ChunkingPlanner planner;
    private final List<Point> points = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    EnumerationRun(CrashFixture fixture, Protocol protocol, Mutant writer, Sweeps sweeps) {
      this.fixture = fixture;
      this.protocol = protocol;
      this.writer = writer;
      this.sweeps = sweeps;
      this.before = fixture.planner(protocol.before());
      this.planner = fixture.planner(protocol.spec());
    }

    Enumeration run(Collection<Event> events) {
      int length = plainLength();
      for (Event event : events) {
        for (int at = 0; at < length; at++) {
          reach(new Point(protocol, new Happening(event, at)));
        }
      }
      return settled();
    }

    Enumeration runPairs(Collection<Event> firsts, Collection<Event> seconds, int step) {
      int length = plainLength();
      int pair = 0;
      for (Event first : firsts) {
        for (int at = 0; at < length; at++) {
          Happening happening = new Happening(first, at);
          int longer = length(new Point(protocol, happening));
          for (Event second : seconds) {
            for (int next = at + 1; next < longer; next++) {
              if (pair++ % step == 0) {
                reach(new Point(protocol, happening, new Happening(second, next)));
              }
            }
          }
        }
      }
      return settled();
    }

    /** The number of sub-requests without any event. */
    private int plainLength() {
      return length(new Point(protocol));
    }

    private int length(Point point) {
      reach(point);
      return point.ended();
    }

    Enumeration runPausedSweeps() {
      int length = plainLength();
      for (int at = 0; at < length; at++) {
        int step = 0;
        while (reachesBesideSweep(at, step)) {
          step++;
        }
      }
      return settled();
    }

    /** Ends with whether the sweep came so far before it was over. */
    private boolean reachesBesideSweep(int at, int step) {
      Protocol ofPoint = protocol.named("%s, sweep paused at %d".formatted(protocol.name(), step));
      Point point = new Point(ofPoint, new Happening(Event.PAUSED, at));
      reach(point);
      fixture.time.pass(CrashFixture.GRACE.plusMinutes(1));
      Stepper<?> sweep = new Stepper<>(sweeps.flow(), fixture.calls);
      boolean reached = Sweeps.runTo(sweep, step);
      point.resume();
      sweep.toEnd();
      return reached;
    }

    /** Looks at all points, sweeps, and looks again. */
    private Enumeration settled() {
      look("at once");
      sweep();
      points.forEach(Point::resume);
      points.forEach(point -> addIfWrong(point, point.wrongEnd()));
      look("after a sweep and resumption");
      sweep();
      look("after all sweeps");
      new Leftovers(fixture, protocol.spec(), points, sweeps).look(wrong);
      return new Enumeration(points.size(), wrong);
    }

    private void reach(Point point) {
      point.prepare(fixture, before);
      if (!point.run(fixture, planner, writer, sweeps)) {
        throw new IllegalStateException(point + ": the flow was over before");
      }
      points.add(point);
    }

    /** Sweeps what is due, and then what fell due by that. */
    private void sweep() {
      for (int i = 0; i < 2; i++) {
        fixture.time.pass(CrashFixture.GRACE.plusMinutes(1));
        sweeps.intents();
      }
    }

    /** Every item reads as it may be. */
    private void look(String when) {
      Reads reads = new Reads(fixture, planner);
      for (Point point : points) {
        List<Map<String, AttributeValue>> items = reads.of(point, wrong, when);
        if (items != null && !point.allows(items)) {
          wrong.add("%s: %s its items are %s".formatted(point, when, Values.described(items)));
        }
      }
    }

    private void addIfWrong(Point point, @Nullable String what) {
      if (what != null) {
        wrong.add(point + ": " + what);
      }
    }
  }
}
