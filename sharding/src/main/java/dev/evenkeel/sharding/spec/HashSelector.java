package dev.evenkeel.sharding.spec;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The shard is the frozen hash of the determinants, reduced by unsigned remainder.
 *
 * <p>The frozen hash, wire format 1: XXH3-64 with seed 0 over the determinants in order, each as
 * its type ('S', 'N' or 'B'), the length of its bytes as four bytes big-endian, and its bytes
 * (UTF-8, the canonical decimal text in ASCII, or as they are). The type and length make the form
 * unambiguous: ("ab","c") and ("a","bc") differ, and so do the string 1 and the number 1.
 */
final class HashSelector implements ShardSelector {
  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  private final List<String> determinants;

  HashSelector(String attribute, String... more) {
    List<String> all = new ArrayList<>();
    all.add(attribute);
    all.addAll(List.of(more));
    if (all.stream().distinct().count() != all.size()) {
      throw new IllegalArgumentException("hashOf names an attribute twice: " + all);
    }
    this.determinants = List.copyOf(all);
  }

  @Override
  public List<String> determinants() {
    return determinants;
  }

  @Override
  public int select(Map<String, AttributeValue> values, int shardCount) {
    long hash = hash(determinants, values);
    return (int) Long.remainderUnsigned(hash, shardCount);
  }

  @Override
  public String id() {
    return "hash:" + String.join(",", determinants);
  }

  static long hash(List<String> determinants, Map<String, AttributeValue> values) {
    byte[][] parts = new byte[determinants.size()][];
    ByteBuffer form = ByteBuffer.allocate(bytesOf(determinants, values, parts));
    for (int i = 0; i < parts.length; i++) {
      form.put((byte) value(determinants.get(i), values).type().name().charAt(0));
      form.putInt(parts[i].length).put(parts[i]);
    }
    return XXH3_64.hashBytesToLong(form.array(), 0, form.position());
  }

  /** Fills in the bytes of each determinant; returns how long the whole form is. */
  private static int bytesOf(
      List<String> determinants, Map<String, AttributeValue> values, byte[][] parts) {
    int bytes = 0;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = bytes(determinants.get(i), value(determinants.get(i), values));
      bytes += 1 + Integer.BYTES + parts[i].length;
    }
    return bytes;
  }

  private static AttributeValue value(String determinant, Map<String, AttributeValue> values) {
    AttributeValue value = values.get(determinant);
    if (value == null || value.type() == null) {
      throw new IllegalArgumentException(
          "determinant '" + determinant + "' has no value, or one of several types");
    }
    return value;
  }

  private static byte[] bytes(String determinant, AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s().getBytes(StandardCharsets.UTF_8);
      case N -> value.n().getBytes(StandardCharsets.US_ASCII);
      case B -> value.b().asByteArrayUnsafe();
      default ->
          throw new IllegalArgumentException(
              "determinant '" + determinant + "' is of type " + value.type() + ", not S, N or B");
    };
  }
}
