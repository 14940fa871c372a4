package dev.evenkeel.sharding.spec;

import java.util.HexFormat;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives some logical keys a shard count of their own, so that a single-table design shards what is
 * hot and pays nothing for the rest. Rules are part of the table's on-disk format, as the shard
 * count is.
 */
public final class KeyRule {
  private final String id;
  private final Function<AttributeValue, @Nullable Pieces> pieces;
  private final int shardsMax;
  private final boolean plainPossible;
  private final @Nullable Pieces bySortKey;
  private final @Nullable Pieces byPartitionKey;

  private KeyRule(
      String id,
      Function<AttributeValue, @Nullable Pieces> pieces,
      int shardsMax,
      boolean plainPossible,
      @Nullable Pieces bySortKey,
      @Nullable Pieces byPartitionKey) {
    this.id = id;
    this.pieces = pieces;
    this.shardsMax = shardsMax;
    this.plainPossible = plainPossible;
    this.bySortKey = bySortKey;
    this.byPartitionKey = byPartitionKey;
  }

  private static KeyRule bySortKey(String id, Pieces pieces, Predicate<AttributeValue> applies) {
    return new KeyRule(
        id + ":" + pieces.id(),
        key -> applies.test(key) ? pieces : null,
        pieces.shardsMax(),
        pieces.plainPossible(),
        pieces,
        null);
  }

  /** One logical key, of type S. */
  public static KeyRule exactly(String logicalKey, int shards) {
    return exactly(AttributeValue.fromS(logicalKey), shards);
  }

  /** One logical key; an N key in canonical form. */
  public static KeyRule exactly(AttributeValue logicalKey, int shards) {
    return exactly(logicalKey, Pieces.shards(shards));
  }

  /** One logical key, of type S, in pieces by sort key. */
  public static KeyRule exactly(String logicalKey, Pieces bySortKey) {
    return exactly(AttributeValue.fromS(logicalKey), bySortKey);
  }

  /** One logical key, an N key in canonical form, in pieces by sort key. */
  public static KeyRule exactly(AttributeValue logicalKey, Pieces bySortKey) {
    return bySortKey(
        "=" + logicalKey.type() + text(logicalKey), bySortKey, key -> key.equals(logicalKey));
  }

  /** Every logical key of type S that begins with {@code prefix}. */
  public static KeyRule startingWith(String prefix, int shards) {
    return startingWith(prefix, Pieces.shards(shards));
  }

  /** Every logical key of type S that begins with {@code prefix}, in pieces by sort key. */
  public static KeyRule startingWith(String prefix, Pieces bySortKey) {
    return bySortKey("^" + prefix, bySortKey, key -> key.s() != null && key.s().startsWith(prefix));
  }

  /**
   * Every logical key, by its place in the order of logical keys: for keys that carry time, such as
   * {@code byPartitionKey(shards(16).from("2026-12-01", 32))}. Rules after this one never apply.
   */
  public static KeyRule byPartitionKey(Pieces pieces) {
    return new KeyRule(
        "p:" + pieces.id(),
        key -> Pieces.shards(pieces.at(key).shards()),
        pieces.shardsMax(),
        pieces.plainPossible(),
        null,
        pieces);
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
    return new KeyRule(
        "f" + id,
        key -> checked(id, shardsMax, shards.applyAsInt(key)),
        shardsMax,
        true,
        null,
        null);
  }

  private static @Nullable Pieces checked(String id, int shardsMax, int count) {
    if (count < 0 || count > shardsMax) {
      throw new IllegalStateException(
          "key rule 'f%s' returned %d shards, but declared 0..%d".formatted(id, count, shardsMax));
    }
    return count == 0 ? null : Pieces.shards(count);
  }

  static String text(AttributeValue key) {
    return switch (key.type()) {
      case S -> key.s();
      case N -> key.n();
      default -> HexFormat.of().formatHex(key.b().asByteArrayUnsafe());
    };
  }

  /** The pieces that the rule gives, by sort key; null if it does not apply. */
  @Nullable Pieces pieces(AttributeValue logicalKey) {
    return pieces.apply(logicalKey);
  }

  /** The pieces by sort key, if the rule has any. */
  @Nullable Pieces bySortKey() {
    return bySortKey;
  }

  /** The pieces by partition key, if the rule has any. */
  @Nullable Pieces byPartitionKey() {
    return byPartitionKey;
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
