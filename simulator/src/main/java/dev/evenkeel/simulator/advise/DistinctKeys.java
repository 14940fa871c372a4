package dev.evenkeel.simulator.advise;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts distinct keys in bounded memory: exactly as long as {@link HeavyHitters} is exact, and
 * beyond that by a sketch of hashes.
 */
final class DistinctKeys {
  private static final Hasher64 HASHER = Hashing.komihash5_0();

  /** Written instead of a number of hashes. */
  private static final int MANY = -1;

  /** 95 % confidence. */
  private static final int DEVIATIONS = 2;

  /**
   * The standard error of one register of this sketch and estimator: O. Ertl, UltraLogLog, 2023.
   */
  private static final double REGISTER_ERROR = 0.79;

  private final UltraLogLog sketch;

  /** The hashes of all keys; null if there are too many. */
  private @Nullable Set<Long> hashes = new HashSet<>();

  /**
   * @param logPlaces the logarithm of the number of places: with 14 the standard error is 0.6 %
   */
  DistinctKeys(int logPlaces) {
    this.sketch = UltraLogLog.create(logPlaces);
  }

  void add(String key) {
    long hash = HASHER.hashCharsToLong(key);
    sketch.add(hash);
    note(hash);
  }

  private void note(long hash) {
    Set<Long> few = hashes;
    if (few != null && few.add(hash) && few.size() > HeavyHitters.EXACT_KEYS) {
      hashes = null;
    }
  }

  Bounds count() {
    if (hashes != null) {
      return Bounds.exactly(hashes.size());
    }
    double estimate = sketch.getDistinctCountEstimate();
    double error = DEVIATIONS * REGISTER_ERROR / Math.sqrt(1 << sketch.getP()) * estimate;
    return new Bounds(
        Math.max(HeavyHitters.EXACT_KEYS + 1, Math.floor(estimate - error)),
        Math.max(HeavyHitters.EXACT_KEYS + 1, Math.round(estimate)),
        Math.max(HeavyHitters.EXACT_KEYS + 1, Math.ceil(estimate + error)));
  }

  void clear() {
    hashes = new HashSet<>();
    sketch.reset();
  }

  void write(DataOutput out) throws IOException {
    PackedText.write(out, sketch.getState());
    Set<Long> few = hashes;
    out.writeInt(few == null ? MANY : few.size());
    for (long hash : few == null ? Set.<Long>of() : few) {
      out.writeLong(hash);
    }
  }

  /** Adds the keys of another that has as many places. */
  void add(DataInput in) throws IOException {
    sketch.add(UltraLogLog.wrap(PackedText.bytes(in)));
    int count = in.readInt();
    for (int left = count; left > 0; left--) {
      note(in.readLong());
    }
    if (count == MANY) {
      hashes = null;
    }
  }
}
