package dev.evenkeel.simulator.advise;

import java.util.EnumMap;
import java.util.Map;

/** What most keys look like. */
final class KeyShapes {
  private final Map<KeyShape, Long> counts = new EnumMap<>(KeyShape.class);
  private final NumberedKeys numbers = new NumberedKeys();
  private long total;
  private String lastKey = "";
  private KeyShape lastShape = KeyShape.OTHER;

  /**
   * @param atMillis when the key was used; -1 if that is not known
   */
  void add(String key, long atMillis) {
    if (!key.equals(lastKey)) {
      lastShape = KeyShape.of(key, atMillis);
      lastKey = key;
    }
    counts.merge(lastShape, 1L, Long::sum);
    total++;
    if (lastShape == KeyShape.NUMBER) {
      numbers.add(key);
    }
  }

  /** Whether nearly all keys look so. */
  boolean areMostly(KeyShape shape) {
    return total > 0 && share(shape) >= AdvisorRules.SHAPE_SHARE;
  }

  double share(KeyShape shape) {
    return (double) counts.getOrDefault(shape, 0L) / total;
  }

  NumberedKeys numbers() {
    return numbers;
  }
}
