package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Whether chunk table and bucket hold what the items point to and nothing else, and no intent is
 * left. A deep sweep may be needed only where that is documented.
 */
final class Leftovers {
  private final CrashFixture fixture;
  private final ChunkingSpec spec;
  private final List<Point> points;
  private final Sweeps sweeps;

  Leftovers(CrashFixture fixture, ChunkingSpec spec, List<Point> points, Sweeps sweeps) {
    this.fixture = fixture;
    this.spec = spec;
    this.points = points;
    this.sweeps = sweeps;
  }

  void look(List<String> wrong) {
    Set<String> orphans = orphans(wrong);
    for (Point point : points) {
      if (!point.mayNeedDeepSweep()) {
        owned(point, orphans)
            .findFirst()
            .ifPresent(key -> wrong.add("%s: sweeps left %s".formatted(point, key)));
      }
    }
    sweeps.deep();
    fixture.time.pass(CrashFixture.GRACE.plusMinutes(1));
    sweeps.intents();
    orphans(wrong).forEach(key -> wrong.add("a deep sweep left " + owner(key)));
    fixture
        .stored(CrashFixture.INTENTS)
        .forEach(intent -> wrong.add("an intent was left: " + intent));
  }

  private Set<String> orphans(List<String> wrong) {
    Outside outside = Outside.of(fixture, spec);
    outside
        .missing()
        .forEach(key -> wrong.add("an item points to what is not there: " + owner(key)));
    return outside.orphans();
  }

  /** The orphans that belong to the items of a point. */
  private Stream<String> owned(Point point, Set<String> orphans) {
    return orphans.stream().filter(key -> isOf(point, key));
  }

  private String owner(String key) {
    return points.stream()
        .filter(point -> isOf(point, key))
        .map(point -> key + " of " + point)
        .findFirst()
        .orElse(key);
  }

  private boolean isOf(Point point, String key) {
    ChunkedTable table = new ChunkedTable(spec);
    for (Map<String, AttributeValue> item : point.keys()) {
      if (key.contains(requireNonNull(item.get("id")).s() + "#")) {
        return true;
      }
      for (String attribute : table.attributes()) {
        String object =
            PayloadKeys.object(
                table.schema(), table.parent(item, attribute), WriteId.of(new byte[WriteId.BYTES]));
        if (key.startsWith("large/" + object.substring(0, object.lastIndexOf('/')))) {
          return true;
        }
      }
    }
    return false;
  }
}
