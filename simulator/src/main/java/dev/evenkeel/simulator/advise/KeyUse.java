package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.KeyShape.KeyShapes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The use of a partition key in bounded memory: distinct values, their shapes and heavy values. */
final class KeyUse {
  private static final int LOG_PLACES = 14;

  private final DistinctKeys distinct = new DistinctKeys(LOG_PLACES);
  private final HeavyHitters requests = new HeavyHitters();
  private final HeavyHitters load = new HeavyHitters();
  private final KeyShapes shapes = new KeyShapes();

  /**
   * @param atMillis when; -1 if that is not known
   * @param weight the cost, in any unit
   */
  void add(String key, long atMillis, long weight) {
    distinct.add(key);
    requests.add(key, 1);
    load.add(key, weight);
    shapes.add(key, atMillis);
  }

  long count() {
    return requests.total();
  }

  Bounds distinct() {
    return distinct.count();
  }

  KeyShapes shapes() {
    return shapes;
  }

  /** Whether a key has a good part of all load so far; for use while keys are still added. */
  boolean isHeavy(String key) {
    return load.row(key).low() >= AdvisorRules.HEAVY_SHARE * load.total();
  }

  /** Whether any other key that is still known begins so. */
  boolean hasOthers(String prefix, Set<String> keys) {
    return requests.above(0).stream()
        .map(HeavyHitters.Row::key)
        .anyMatch(key -> key.startsWith(prefix) && !keys.contains(key));
  }

  HeavyKey heavyKey(String key, KeyPeak writes, KeyPeak reads) {
    return new HeavyKey(
        key,
        requests.row(key).bounds(1),
        requests.row(key).bounds(1.0 / requests.total()),
        load.row(key).bounds(1.0 / load.total()),
        writes,
        reads);
  }

  /** The part of all load that the heaviest key has. */
  Bounds heaviestLoadShare() {
    return byLoad().findFirst().map(row -> row.bounds(1.0 / load.total())).orElse(NOTHING);
  }

  private static final Bounds NOTHING = Bounds.exactly(0);

  private Stream<HeavyHitters.Row> byLoad() {
    return load.above(0).stream().sorted(HEAVIEST_FIRST);
  }

  private static final Comparator<HeavyHitters.Row> HEAVIEST_FIRST =
      Comparator.comparingLong(HeavyHitters.Row::low)
          .reversed()
          .thenComparing(HeavyHitters.Row::key);

  /**
   * The heaviest key, unless all are used evenly, and those that have a good part of the load or
   * the requests for certain, heaviest first.
   */
  List<String> heavy() {
    Set<String> keys = new LinkedHashSet<>();
    double loadMin = AdvisorRules.HEAVY_SHARE * load.total();
    double requestsMin = AdvisorRules.HEAVY_SHARE * requests.total();
    byLoad().limit(1).filter(this::standsOut).forEach(row -> keys.add(row.key()));
    byLoad().filter(row -> row.low() >= loadMin).forEach(row -> keys.add(row.key()));
    requests.above((long) requestsMin - 1).stream()
        .filter(row -> row.low() >= requestsMin)
        .sorted(HEAVIEST_FIRST)
        .forEach(row -> keys.add(row.key()));
    return List.copyOf(keys);
  }

  private boolean standsOut(HeavyHitters.Row row) {
    return row.high() * distinct().estimate() > AdvisorRules.EVEN_FACTOR * load.total();
  }

  void write(DataOutput out) throws IOException {
    distinct.write(out);
    requests.write(out);
    load.write(out);
    shapes.write(out);
  }

  /** Adds the use of other parts. */
  void add(DataInput in) throws IOException {
    distinct.add(in);
    requests.add(in);
    load.add(in);
    shapes.add(in);
  }

  /** The error of a share. */
  double errorShare() {
    return Math.max(requests.errorShare(), load.errorShare());
  }
}
