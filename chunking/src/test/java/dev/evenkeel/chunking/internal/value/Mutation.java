package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.testkit.gen.Gen;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** Damages bytes: what failing memory does, what a bad copy does, and what an attacker tries. */
final class Mutation {
  /** Lengths and counts that programs trip over. */
  private static final List<Integer> FORGED =
      List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x00ffffff, 0x01000000, 0x7f7f7f7f);

  private Mutation() {}

  static byte[] of(byte[] bytes, Gen gen) {
    byte[] mutated = bytes;
    for (int left = gen.between(1, 3); left > 0; left--) {
      mutated = once(mutated, gen);
    }
    return mutated;
  }

  private static byte[] once(byte[] bytes, Gen gen) {
    int at = place(bytes, gen);
    return switch (gen.between(0, 6)) {
      case 0 -> flipped(bytes, at, 1 << gen.between(0, 7));
      case 1 -> flipped(bytes, at, gen.between(1, 255));
      case 2 -> Arrays.copyOf(bytes, at);
      case 3 -> forged(bytes, at, gen.oneOf(FORGED));
      case 4 -> joined(Arrays.copyOf(bytes, at), tail(bytes, place(bytes, gen)));
      case 5 ->
          joined(Arrays.copyOf(bytes, at), Contents.random(at, gen.between(1, 9)), tail(bytes, at));
      default -> joined(bytes, Contents.random(at, gen.between(1, 9)));
    };
  }

  /** Half of them among the first 40 bytes, where headers are. */
  private static int place(byte[] bytes, Gen gen) {
    int last = Math.max(0, bytes.length - 1);
    return gen.between(0, gen.chance(0.5) ? Math.min(40, last) : last);
  }

  private static byte[] flipped(byte[] bytes, int at, int mask) {
    byte[] copy = bytes.clone();
    if (at < copy.length) {
      copy[at] ^= (byte) mask;
    }
    return copy;
  }

  private static byte[] forged(byte[] bytes, int at, int number) {
    byte[] copy = bytes.clone();
    for (int i = 0; i < Integer.BYTES && at + i < copy.length; i++) {
      copy[at + i] = (byte) (number >>> (Byte.SIZE * i));
    }
    return copy;
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
