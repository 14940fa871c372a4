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
 * at what became of all of them: at once, after sweeps and resumption, and after more sweeps. How
 * many sub-requests there are is counted by running, so nothing has to be kept in step with it.
 *
 * @param points how many there were
 * @param wrong what is wrong, in words
 */
record Enumeration(int points, List<String> wrong) {

  static Enumeration of(
      CrashFixture fixture,
      Protocol protocol,
      Mutant writer,
      Mutant sweep,
      Collection<Event> events) {
    return new Course(fixture, protocol, writer, new Sweeps(fixture, protocol.spec(), sweep))
        .run(events);
  }

  /**
   * The same with two events: one that a flow goes on after, and another at every later
   * sub-request, those included that only the first made necessary.
   */
  static Enumeration ofPairs(
      CrashFixture fixture,
      Protocol protocol,
      Collection<Event> firsts,
      Collection<Event> seconds) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE);
    return new Course(fixture, protocol, Mutant.NONE, sweeps).runPairs(firsts, seconds);
  }

  /** The same, where sweeps die after every single write. */
  static Enumeration ofDyingSweeps(
      CrashFixture fixture, Protocol protocol, Collection<Event> events) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE).mortal();
    return new Course(fixture, protocol, Mutant.NONE, sweeps).run(events);
  }

  /** The same with nothing but a pause, in which a sweep is paused itself at every sub-request. */
  static Enumeration ofPausedSweeps(CrashFixture fixture, Protocol protocol) {
    Sweeps sweeps = new Sweeps(fixture, protocol.spec(), Mutant.NONE);
    return new Course(fixture, protocol, Mutant.NONE, sweeps).runPausedSweeps();
  }

  /** One enumeration under way. */
  private static final class Course {
    private final CrashFixture fixture;
    private final Protocol protocol;
    private final Mutant writer;
    private final Sweeps sweeps;
    private final ChunkingPlanner before;
    private final ChunkingPlanner planner;
    private final List<Point> points = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    Course(CrashFixture fixture, Protocol protocol, Mutant writer, Sweeps sweeps) {
      this.fixture = fixture;
      this.protocol = protocol;
      this.writer = writer;
      this.sweeps = sweeps;
      this.before = fixture.planner(protocol.before());
      this.planner = fixture.planner(protocol.spec());
    }

    Enumeration run(Collection<Event> events) {
      Object unused = reaches(new Point(protocol));
      for (Event event : events) {
        int at = 0;
        while (reaches(new Point(protocol, new Happening(event, at)))) {
          at++;
        }
      }
      return settled();
    }

    Enumeration runPairs(Collection<Event> firsts, Collection<Event> seconds) {
      for (Event first : firsts) {
        for (Event second : seconds) {
          runPairs(first, second);
        }
      }
      return settled();
    }

    private void runPairs(Event first, Event second) {
      for (int at = 0; at < plainLength(); at++) {
        Happening happening = new Happening(first, at);
        int next = at + 1;
        while (reaches(new Point(protocol, happening, new Happening(second, next)))) {
          next++;
        }
      }
    }

    /** How many sub-requests there are if nothing happens. */
    private int plainLength() {
      if (points.isEmpty()) {
        Object unused = reaches(new Point(protocol));
      }
      return points.get(0).ended();
    }

    Enumeration runPausedSweeps() {
      for (int at = 0; at < plainLength(); at++) {
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
      Object unused = reaches(point);
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

    /** Runs a point; ends with whether its event came to pass before the flow was over. */
    private boolean reaches(Point point) {
      point.prepare(fixture, before);
      if (!point.run(fixture, planner, writer, sweeps)) {
        return false;
      }
      points.add(point);
      return true;
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
