package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.testkit.gen.Gen;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Bytes to compress, from what cannot be to what shrinks to nothing. */
final class Contents {
  private Contents() {}

  static byte[] random(long seed, int bytes) {
    byte[] content = new byte[bytes];
    new SplittableRandom(seed).nextBytes(content);
    return content;
  }

  /** Words of a small vocabulary, as in logs: every codec makes them smaller. */
  static byte[] text(long seed, int bytes) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < bytes) {
      text.append("entry-").append(random.nextInt(2_000)).append(' ');
    }
    return text.substring(0, bytes).getBytes(StandardCharsets.US_ASCII);
  }

  /** Pieces of random bytes, repeated bytes and text, of any length up to the given. */
  static byte[] mixed(Gen gen, int bytesMax) {
    int bytes = gen.between(0, bytesMax);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    while (content.size() < bytes) {
      int piece = gen.between(1, bytes - content.size());
      long seed = gen.between(0, Integer.MAX_VALUE - 1);
      content.writeBytes(
          switch (gen.between(0, 2)) {
            case 0 -> random(seed, piece);
            case 1 -> new byte[piece];
            default -> text(seed, piece);
          });
    }
    return content.toByteArray();
  }
}
