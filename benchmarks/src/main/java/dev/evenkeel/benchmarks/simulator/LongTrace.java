package dev.evenkeel.benchmarks.simulator;

import java.io.Reader;
import java.util.SplittableRandom;

/**
 * A CSV trace of any length that is made while it is read: a thousand requests a second, a third of
 * them for a thousand popular keys, the others for a key that hardly comes again.
 */
final class LongTrace extends Reader {
  private static final int PER_SECOND = 1_000;
  private static final int POPULAR = 1_000;

  private final int lines;
  private final SplittableRandom random = new SplittableRandom(1);
  private String line = "time,key,bytes\n";
  private int at;
  private int made;

  LongTrace(int lines) {
    this.lines = lines;
  }

  @Override
  public int read(char[] buffer, int offset, int length) {
    int filled = 0;
    while (filled < length && (at < line.length() || next())) {
      int count = Math.min(length - filled, line.length() - at);
      line.getChars(at, at + count, buffer, offset + filled);
      at += count;
      filled += count;
    }
    return filled == 0 && length > 0 ? -1 : filled;
  }

  private boolean next() {
    if (made == lines) {
      return false;
    }
    long millis = made++ * 1_000L / PER_SECOND;
    String key =
        random.nextInt(3) == 0
            ? "popular-" + random.nextInt(POPULAR)
            : "once-" + Long.toHexString(random.nextLong());
    line = millis / 1_000.0 + "," + key + "," + (100 + random.nextInt(3_000)) + "\n";
    at = 0;
    return true;
  }

  @Override
  public void close() {}
}
