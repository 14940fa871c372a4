package dev.evenkeel.chunking;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Random keys, values and items, many of them at a limit of {@link Fixture#spec}. */
final class ModelValues {
  static final List<String> LARGE = List.of("text", "body", "image", "small");

  /** Equal numbers are equal keys, however they are written. */
  private static final List<String> RANKS = List.of("1", "1.0", "2", "-3.5", "10", "1e1");

  /** With what separates parts of payload keys. */
  private static final List<String> IDS = List.of("a", "a#1", "%23\uD83D\uDE00");

  private static final int ITEM_BYTES_MAX = 1500;

  /**
   * The sizes around the limits: none, the least to compress, the most that an update leaves, one
   * and two chunks.
   */
  private static final List<Integer> SIZES =
      List.of(0, 1, 499, 500, 501, 511, 512, 513, 699, 700, 701, 1399, 1400, 1401, 1500, 2100);

  private static final int BYTES_MAX = 5000;

  private final Gen gen;

  ModelValues(Gen gen) {
    this.gen = gen;
  }

  Map<String, AttributeValue> key() {
    return Map.of(
        "id", AttributeValue.fromS(gen.oneOf(IDS)), "rank", AttributeValue.fromN(gen.oneOf(RANKS)));
  }

  String id() {
    return gen.oneOf(IDS);
  }

  String group() {
    return gen.oneOf(List.of("g1", "g2"));
  }

  String small() {
    return gen.string();
  }

  private int size() {
    return gen.chance(0.6) ? gen.oneOf(SIZES) : gen.between(0, BYTES_MAX);
  }

  /** A value of any type, of few bytes or many. */
  AttributeValue large() {
    return switch (gen.between(0, 9)) {
      case 0, 1 -> AttributeValue.fromS(text(size()));
      case 2, 3 -> AttributeValue.fromB(SdkBytes.fromByteArray(noise(size())));
      case 4 -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[size()]));
      case 5 -> AttributeValue.fromSs(texts().toList());
      case 6 ->
          AttributeValue.fromNs(
              IntStream.range(0, 1 + size() / 4).mapToObj(i -> i + ".50").toList());
      case 7 -> AttributeValue.fromL(texts().map(AttributeValue::fromS).toList());
      case 8 ->
          AttributeValue.fromM(
              gen.item(
                  Map.of("noise", AttributeValue.fromB(SdkBytes.fromByteArray(noise(size()))))));
      default -> gen.attributeValue();
    };
  }

  private Stream<String> texts() {
    String text = text(20);
    return IntStream.range(0, 1 + size() / 24).mapToObj(i -> i + text);
  }

  /** A text of exactly so many bytes; compressible or not. */
  private String text(int bytes) {
    boolean astral = bytes >= 4 && gen.chance(0.5);
    String rest = gen.chance(0.5) ? "line ".repeat(bytes / 5 + 1) : letters(bytes);
    return astral ? "\uD83D\uDE00" + rest.substring(0, bytes - 4) : rest.substring(0, bytes);
  }

  private String letters(int count) {
    StringBuilder letters = new StringBuilder();
    while (letters.length() < count) {
      letters.append((char) gen.between('!', '~'));
    }
    return letters.toString();
  }

  private byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      noise[i] = (byte) gen.between(0, 255);
    }
    return noise;
  }

  /** A whole item; now and then it has just what an item may have, or one byte more or less. */
  Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new HashMap<>(key());
    LARGE.forEach(name -> maybe(0.4, item, name, large()));
    maybe(0.5, item, "group", AttributeValue.fromS(group()));
    maybe(0.5, item, "num", AttributeValue.fromN(Integer.toString(gen.between(0, 5))));
    maybe(0.5, item, "tags", AttributeValue.fromSs(List.of("red", "green")));
    maybe(0.5, item, "list", AttributeValue.fromL(gen.listOf(0, gen::attributeValue)));
    maybe(0.5, item, "doc", AttributeValue.fromM(Map.of("a", gen.attributeValue())));
    item.put("other", AttributeValue.fromS("a"));
    item.put(
        "uid",
        AttributeValue.fromS(Normal.item(item).get("id").s() + Normal.item(item).get("rank").n()));
    if (gen.chance(0.4)) {
      fill(item, ITEM_BYTES_MAX + gen.between(-1, 1));
    }
    return item;
  }

  private void maybe(
      double share, Map<String, AttributeValue> item, String name, AttributeValue value) {
    if (gen.chance(share)) {
      item.put(name, value);
    }
  }

  private static void fill(Map<String, AttributeValue> item, int bytes) {
    long more = bytes - ItemSize.bytes(item);
    if (more > 0) {
      item.put("other", AttributeValue.fromS("a".repeat((int) more + 1)));
    }
  }

  /** Some keys, all different. */
  List<Map<String, AttributeValue>> keys(int most) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = gen.between(1, most); i > 0; i--) {
      Map<String, AttributeValue> key = key();
      if (keys.stream().noneMatch(other -> Normal.item(other).equals(Normal.item(key)))) {
        keys.add(key);
      }
    }
    return keys;
  }
}
