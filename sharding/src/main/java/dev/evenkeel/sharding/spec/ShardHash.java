package dev.evenkeel.sharding.spec;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The frozen hash, wire format 1: XXH3-64 with seed 0 over the determinants in order, each as its
 * type ('S', 'N' or 'B'), the length of its bytes as four bytes big-endian, and its bytes (UTF-8,
 * the canonical decimal text in ASCII, or as they are). The type and length make the form
 * unambiguous: ("ab","c") and ("a","bc") differ, and so do the string 1 and the number 1.
 */
final class ShardHash {
  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  private ShardHash() {}

  static long of(List<String> determinants, Map<String, AttributeValue> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(32);
    for (String determinant : determinants) {
      AttributeValue value = values.get(determinant);
      if (value == null) {
        throw new IllegalArgumentException("determinant '" + determinant + "' has no value");
      }
      append(bytes, determinant, value);
    }
    byte[] form = bytes.toByteArray();
    return XXH3_64.hashBytesToLong(form, 0, form.length);
  }

  private static void append(ByteArrayOutputStream out, String name, AttributeValue value) {
    switch (value.type()) {
      case S -> append(out, 'S', value.s().getBytes(StandardCharsets.UTF_8));
      case N -> append(out, 'N', value.n().getBytes(StandardCharsets.US_ASCII));
      case B -> append(out, 'B', value.b().asByteArrayUnsafe());
      default ->
          throw new IllegalArgumentException(
              "determinant '" + name + "' is of type " + value.type() + ", not S, N or B");
    }
  }

  private static void append(ByteArrayOutputStream out, char type, byte[] bytes) {
    out.write(type);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(bytes.length >>> shift);
    }
    out.write(bytes, 0, bytes.length);
  }
}
