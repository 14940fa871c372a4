package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Shard counts that change at certain keys: {@code shards(16).from("2026-12-01", 32)} has 16 shards
 * below that key and 32 from it on. The key of an item decides its piece, and nothing else does. So
 * a piece that begins above all keys there are moves no item: this is how a table that holds data
 * gets more shards. Begin it lower and items that it holds already are not seen. A query reads only
 * the pieces that its condition admits.
 *
 * <p>Pieces are by sort key ({@link ShardingSpec.Builder#shards(Pieces)}, {@link
 * KeyRule#exactly(String, Pieces)}) or by partition key ({@link KeyRule#byPartitionKey}). One shard
 * is plain: items stay where a client without Evenkeel puts them. Immutable.
 *
 * @param list from the lowest piece, which has no lower end, to the highest
 */
public record Pieces(List<Piece> list) {
  private static final Pieces[] WHOLE =
      IntStream.rangeClosed(0, ShardingSpec.SHARDS_MAX)
          .mapToObj(shards -> new Pieces(List.of(new Piece(null, shards))))
          .toArray(Pieces[]::new);

  /**
   * The keys from one on, up to where the next piece begins.
   *
   * @param from the least key of the piece; null for the first piece, which has no lower end
   * @param shards how many shards the items of these keys are spread over; 1 is plain
   */
  public record Piece(@Nullable AttributeValue from, int shards) {

    /** A number gets the form in which DynamoDB returns it, by which pieces are compared. */
    public Piece {
      from = from == null ? null : CanonicalNumber.orSame(from);
    }
  }

  /**
   * Checks the order.
   *
   * @throws IllegalArgumentException if a piece does not begin above the one before it, or at
   *     something that is no key
   */
  public Pieces {
    list = List.copyOf(list);
    if (list.isEmpty() || list.get(0).from() != null) {
      throw new IllegalArgumentException("The first piece has no lower end: begin with shards(n)");
    }
    for (int i = 1; i < list.size(); i++) {
      requireAbove(list.get(i).from(), list.get(i - 1).from());
    }
  }

  private static void requireAbove(@Nullable AttributeValue from, @Nullable AttributeValue below) {
    if (from == null || !isKey(from)) {
      throw new IllegalArgumentException(
          "A piece begins at a key: a string, a number or bytes, and not empty");
    }
    if (below != null && from.type() != below.type()) {
      throw new IllegalArgumentException(
          "Pieces begin at keys of type %s and of type %s: keys of one attribute have one type"
              .formatted(below.type(), from.type()));
    }
    if (below != null && KeyOrder.of(from).compare(from, below) <= 0) {
      throw new IllegalArgumentException(
          "A piece overlaps the one before it: give pieces in ascending order of their first keys");
    }
  }

  private static boolean isKey(AttributeValue value) {
    return switch (value.type()) {
      case S, B -> ItemSize.valueBytes(value) > 0;
      case N -> true;
      default -> false;
    };
  }

  /** One piece, for all keys. */
  public static Pieces shards(int count) {
    return count >= 0 && count < WHOLE.length
        ? WHOLE[count]
        : new Pieces(List.of(new Piece(null, count)));
  }

  /** The same pieces, and from a key of type S on another count. */
  public Pieces from(String key, int shards) {
    return from(AttributeValue.fromS(key), shards);
  }

  /**
   * The same pieces, and from a key on another count.
   *
   * @param key of type S, N or B, above the first keys of all pieces so far
   * @throws IllegalArgumentException if it is not
   */
  public Pieces from(AttributeValue key, int shards) {
    AttributeValue canonical =
        key.n() == null ? key : AttributeValue.fromN(CanonicalNumber.of(key.n()));
    List<Piece> more = new ArrayList<>(list);
    more.add(new Piece(canonical, shards));
    return new Pieces(more);
  }

  /** Whether there is one piece only. */
  public boolean isWhole() {
    return list.size() == 1;
  }

  /**
   * The piece of a key.
   *
   * @throws IllegalArgumentException if the key is of another type than those at which pieces begin
   */
  public Piece at(AttributeValue key) {
    for (int i = list.size() - 1; i > 0; i--) {
      AttributeValue from = list.get(i).from();
      if (from != null && KeyOrder.of(from).compare(key, from) >= 0) {
        return list.get(i);
      }
    }
    return list.get(0);
  }

  /** The highest piece. */
  public Piece last() {
    return list.get(list.size() - 1);
  }

  /** The most shards that any piece has. */
  public int shardsMax() {
    int most = 0;
    for (int i = 0; i < list.size(); i++) { // asked several times a call: without an iterator
      most = Math.max(most, list.get(i).shards());
    }
    return most;
  }

  /** Whether a piece is plain. */
  public boolean plainPossible() {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).shards() == 1) {
        return true;
      }
    }
    return false;
  }

  /** The type of the keys at which pieces begin; null if there is one piece only. */
  AttributeValue.@Nullable Type type() {
    AttributeValue last = list.get(list.size() - 1).from();
    return last == null ? null : last.type();
  }

  /** An identifier of these pieces: equal pieces have equal ids. */
  String id() {
    return list.stream()
        .map(piece -> piece.from() == null ? "" + piece.shards() : id(piece.from(), piece.shards()))
        .collect(Collectors.joining(","));
  }

  private static String id(AttributeValue from, int shards) {
    return ">=%s%s:%d".formatted(from.type(), KeyRule.text(from), shards);
  }
}
