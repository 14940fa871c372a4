package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.plan.ChunkingPlanner;
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
      Ground ground, Protocol protocol, Mutant writer, Mutant sweep, Collection<Event> events) {
    return new Course(ground, protocol, writer, new Sweeps(ground, protocol.spec(), sweep))
        .run(events);
  }

  /** One enumeration under way. */
  private static final class Course {
    private final Ground ground;
    private final Protocol protocol;
    private final Mutant writer;
    private final Sweeps sweeps;
    private final ChunkingPlanner before;
    private final ChunkingPlanner planner;
    private final List<Point> points = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    Course(Ground ground, Protocol protocol, Mutant writer, Sweeps sweeps) {
      this.ground = ground;
      this.protocol = protocol;
      this.writer = writer;
      this.sweeps = sweeps;
      this.before = ground.planner(protocol.before());
      this.planner = ground.planner(protocol.spec());
    }

    Enumeration run(Collection<Event> events) {
      Point plain = new Point(protocol, Event.NOTHING, 0);
      reaches(plain);
      for (Event event : events) {
        int at = 0;
        while (reaches(new Point(protocol, event, at))) {
          at++;
        }
      }
      look("at once");
      sweep();
      points.forEach(Point::resume);
      points.forEach(point -> addIfWrong(point, point.wrongEnd()));
      look("after a sweep and resumption");
      sweep();
      look("after all sweeps");
      new Leftovers(ground, protocol.spec(), points, sweeps).look(wrong);
      return new Enumeration(points.size(), wrong);
    }

    /** Runs a point; ends with whether its event came to pass before the flow was over. */
    private boolean reaches(Point point) {
      point.prepare(ground, before);
      if (!point.run(ground, planner, writer, sweeps)) {
        return false;
      }
      points.add(point);
      return true;
    }

    /** Sweeps what is due, and then what fell due by that. */
    private void sweep() {
      for (int i = 0; i < 2; i++) {
        ground.time.pass(Ground.GRACE.plusMinutes(1));
        sweeps.intents();
      }
    }

    /** Every item reads as it may be. */
    private void look(String when) {
      Reads reads = new Reads(ground, planner);
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
