package dev.evenkeel.sharding.spec;

import java.util.HexFormat;
import java.util.function.ToIntFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives some logical keys a shard count of their own, so that a single-table design shards what is
 * hot and pays nothing for the rest. Rules are part of the table's on-disk format, as the shard
 * count is.
 */
public final class KeyRule {
  private final String id;
  private final ToIntFunction<AttributeValue> shards;
  private final int shardsMax;
  private final boolean plainPossible;

  private KeyRule(
      String id, ToIntFunction<AttributeValue> shards, int shardsMax, boolean plainPossible) {
    this.id = id;
    this.shards = shards;
    this.shardsMax = shardsMax;
    this.plainPossible = plainPossible;
  }

  /** One logical key, of type S. */
  public static KeyRule exactly(String logicalKey, int shards) {
    return exactly(AttributeValue.fromS(logicalKey), shards);
  }

  /** One logical key; an N key in canonical form. */
  public static KeyRule exactly(AttributeValue logicalKey, int shards) {
    return new KeyRule(
        "=%s%s:%d".formatted(logicalKey.type(), text(logicalKey), shards),
        key -> key.equals(logicalKey) ? shards : 0,
        shards,
        shards == 1);
  }

  /** Every logical key of type S that begins with {@code prefix}. */
  public static KeyRule startingWith(String prefix, int shards) {
    return new KeyRule(
        "^%s:%d".formatted(prefix, shards),
        key -> key.s() != null && key.s().startsWith(prefix) ? shards : 0,
        shards,
        shards == 1);
  }

  /**
   * Any function of the logical key. It must give the same count for the same key for as long as
   * the table lives, in every process, and be safe for use by many threads.
   *
   * @param id names the function, to tell specs apart: give a changed function another one
   * @param shardsMax the most it returns
   * @param shards from the logical key, in canonical form, to its shard count; 0 if the rule does
   *     not apply to it
   */
  public static KeyRule of(String id, int shardsMax, ToIntFunction<AttributeValue> shards) {
    return new KeyRule("f" + id, shards, shardsMax, true);
  }

  private static String text(AttributeValue key) {
    return switch (key.type()) {
      case S -> key.s();
      case N -> key.n();
      default -> HexFormat.of().formatHex(key.b().asByteArrayUnsafe());
    };
  }

  /** The shard count the rule gives, or 0 if it does not apply. */
  int shards(AttributeValue logicalKey) {
    int count = shards.applyAsInt(logicalKey);
    if (count < 0 || count > shardsMax) {
      throw new IllegalStateException(
          "key rule '%s' returned %d shards, but said 0..%d".formatted(id, count, shardsMax));
    }
    return count;
  }

  int shardsMax() {
    return shardsMax;
  }

  boolean plainPossible() {
    return plainPossible;
  }

  String id() {
    return id;
  }
}
