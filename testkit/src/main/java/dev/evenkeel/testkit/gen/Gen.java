package dev.evenkeel.testkit.gen;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A seeded source of DynamoDB values, with a bias to the troublesome ones. The same seed and size
 * give the same values in the same order; a smaller size gives smaller ones. Everything it makes is
 * valid for DynamoDB and kept by DynamoDB Local, and an item of size 100 or less stays far below
 * 400 KB. Not thread-safe.
 */
public final class Gen {
  /** Plain, multi-byte, above the surrogates, and astral: one range each, bounds included. */
  private static final int[][] CODE_POINTS = {
    {'a', 'c'}, {' ', '~'}, {0xC0, 0x24F}, {0x4E00, 0x4E20}, {0xE000, 0xFFFD}, {0x10000, 0x10FFFF}
  };

  private static final int DIGITS_MAX = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;
  private static final int DEPTH_MAX = 3;
  private static final int MEMBERS_MAX = 4;

  private final long seed;
  private final int size;
  private final SplittableRandom random;

  private Gen(long seed, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size must be >= 1 but was " + size);
    }
    this.seed = seed;
    this.size = size;
    this.random = new SplittableRandom(seed);
  }

  /** A source whose strings, binaries and numbers have at most {@code size} parts. */
  public static Gen seeded(long seed, int size) {
    return new Gen(seed, size);
  }

  /** The seed of this source. */
  public long seed() {
    return seed;
  }

  /** The bound on lengths and counts. */
  public int size() {
    return size;
  }

  /** A number from {@code min} to {@code max}, both included. */
  public int between(int min, int max) {
    return random.nextInt(min, max + 1);
  }

  /** True in the given share of cases. */
  public boolean chance(double share) {
    return random.nextDouble() < share;
  }

  /** One of the given values. */
  public <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** From {@code min} up to {@link #size()} values (but at least {@code min}). */
  public <T> List<T> listOf(int min, Supplier<T> values) {
    return Stream.generate(values).limit(between(min, Math.max(min, size))).toList();
  }

  /** A string of any length up to the size, the empty one included. */
  public String string() {
    return string(0);
  }

  /** A string that may be a key: not empty. */
  public String keyString() {
    return string(1);
  }

  private String string(int min) {
    StringBuilder text = new StringBuilder();
    listOf(min, this::codePoint).forEach(text::appendCodePoint);
    return text.toString();
  }

  private int codePoint() {
    int[] range = CODE_POINTS[random.nextInt(CODE_POINTS.length)];
    return between(range[0], range[1]);
  }

  /**
   * Two strings that are equal up to one character, the first of which is smaller by UTF-8 bytes
   * (DynamoDB's order) and greater by {@link String#compareTo}.
   */
  public List<String> utf8OrderPair() {
    String prefix = string();
    String aboveSurrogates = Character.toString(between(0xE000, 0xFFFD));
    String astral = Character.toString(between(0x10000, 0x10FFFF));
    return List.of(prefix + aboveSurrogates, prefix + astral);
  }

  /** A number within DynamoDB's bounds: 38 digits, 1E-130 to 9.9E+125, either sign, or zero. */
  public BigDecimal number() {
    if (chance(0.1)) {
      return BigDecimal.ZERO;
    }
    int digits = between(1, Math.min(size, DIGITS_MAX));
    StringBuilder text = new StringBuilder(chance(0.5) ? "-" : "").append(between(1, 9));
    for (int i = 1; i < digits; i++) {
      text.append(between(0, 9));
    }
    int exponent = chance(0.5) ? between(0, digits) : between(EXPONENT_MIN + digits, EXPONENT_MAX);
    return new BigDecimal(new BigInteger(text.toString()), digits - 1 - exponent);
  }

  /** Bytes of any length up to the size, none included. */
  public SdkBytes binary() {
    return binary(0);
  }

  private SdkBytes binary(int min) {
    byte[] bytes = new byte[between(min, size)];
    random.nextBytes(bytes);
    return SdkBytes.fromByteArray(bytes);
  }

  /** A value that may be a partition or sort key: a string, number or binary, not empty. */
  public AttributeValue keyValue() {
    return switch (between(0, 2)) {
      case 0 -> AttributeValue.fromS(keyString());
      case 1 -> AttributeValue.fromN(number().toString());
      default -> AttributeValue.fromB(binary(1));
    };
  }

  /** A value of any of the ten types; lists and maps nest a few levels deep. */
  public AttributeValue attributeValue() {
    return attributeValue(DEPTH_MAX);
  }

  private AttributeValue attributeValue(int depth) {
    return switch (between(0, depth > 0 ? 9 : 7)) {
      case 0 -> AttributeValue.fromS(string());
      case 1 -> AttributeValue.fromN(number().toString());
      case 2 -> AttributeValue.fromB(binary());
      case 3 -> AttributeValue.fromBool(chance(0.5));
      case 4 -> AttributeValue.fromNul(true);
      case 5 -> AttributeValue.fromSs(members(this::keyString).distinct().toList());
      case 6 -> AttributeValue.fromNs(distinctNumbers());
      case 7 -> AttributeValue.fromBs(members(() -> binary(1)).distinct().toList());
      case 8 -> AttributeValue.fromL(members(() -> attributeValue(depth - 1)).toList());
      default -> AttributeValue.fromM(attributes(depth - 1));
    };
  }

  private <T> Stream<T> members(Supplier<T> values) {
    return Stream.generate(values).limit(between(1, Math.min(size, MEMBERS_MAX)));
  }

  private List<String> distinctNumbers() {
    TreeSet<BigDecimal> byValue = new TreeSet<>(members(this::number).toList());
    return byValue.stream().map(BigDecimal::toString).toList();
  }

  private Map<String, AttributeValue> attributes(int depth) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    for (int left = between(0, Math.min(size, MEMBERS_MAX)); left > 0; left--) {
      attributes.put(attributeName(), attributeValue(depth));
    }
    return attributes;
  }

  private String attributeName() {
    StringBuilder name = new StringBuilder();
    members(this::codePoint).forEach(name::appendCodePoint);
    return name.toString();
  }

  /** An item with exactly these key attributes and a few more of any type. */
  public Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item = attributes(DEPTH_MAX);
    item.putAll(key);
    return item;
  }

  /** The expression that makes this source again. */
  @Override
  public String toString() {
    return "Gen.seeded(" + seed + "L, " + size + ")";
  }
}
