package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attributes of an item, or of a map in it.
 *
 * @param unreadable what is thrown, given the problem: a clause
 */
record LayoutFields(
    Function<String, LayoutFormatException> unreadable, Map<String, AttributeValue> attributes) {
  AttributeValue value(String name) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      throw unreadable.apply("it lacks '%s'".formatted(name));
    }
    return value;
  }

  /** A value that can be part of an item's key. */
  AttributeValue key(String name) {
    AttributeValue key = value(name);
    boolean isKey =
        key.n() != null
            || (key.s() != null && !key.s().isEmpty())
            || (key.b() != null && key.b().asByteArrayUnsafe().length > 0);
    if (!isKey) {
      throw unreadable.apply("its '%s' is no value of a key".formatted(name));
    }
    return key;
  }

  long number(String name) {
    String digits = value(name).n();
    if (digits == null || !digits.matches("0|[1-9][0-9]{0,17}")) {
      throw unreadable.apply("its '%s' is no whole number".formatted(name));
    }
    return Long.parseLong(digits);
  }

  String text(String name) {
    String text = value(name).s();
    if (text == null) {
      throw unreadable.apply("its '%s' is no text".formatted(name));
    }
    return text;
  }

  @Nullable OtherTable other() {
    return attributes.containsKey(LayoutFormat.TABLE)
        ? new OtherTable(
            text(LayoutFormat.TABLE),
            attributes.containsKey(LayoutFormat.PERIODS) ? text(LayoutFormat.PERIODS) : null)
        : null;
  }

  List<AttributeValue> list(String name) {
    AttributeValue value = value(name);
    if (!value.hasL()) {
      throw unreadable.apply("its '%s' is no list".formatted(name));
    }
    return value.l();
  }

  Map<String, AttributeValue> map(String name) {
    AttributeValue value = value(name);
    if (!value.hasM()) {
      throw unreadable.apply("its '%s' is no map".formatted(name));
    }
    return value.m();
  }

  State state() {
    try {
      return State.valueOf(text("state"));
    } catch (IllegalArgumentException e) {
      throw unreadable.apply("its state is not known");
    }
  }

  /**
   * @param least count of a piece; 0 where it may be as many as the spec says
   */
  Pieces pieces(int least) {
    List<Piece> pieces = new ArrayList<>();
    for (AttributeValue entry : list("pieces")) {
      LayoutFields piece = new LayoutFields(unreadable, entry.m());
      AttributeValue from = entry.m().containsKey("from") ? piece.key("from") : null;
      pieces.add(new Piece(from, piece.shards(LayoutFormat.SHARDS, least)));
    }
    try {
      return new Pieces(pieces);
    } catch (IllegalArgumentException e) {
      throw unreadable.apply("its pieces are not in order");
    }
  }

  Raise raise() {
    List<Integer> counts = new ArrayList<>();
    for (AttributeValue count : list("counts")) {
      counts.add(new LayoutFields(unreadable, Map.of("count", count)).count("count"));
    }
    try {
      return new Raise(counts, count("writers"));
    } catch (IllegalArgumentException e) {
      throw unreadable.apply("its raised counts are not in order");
    }
  }

  /** A count of shards, from {@code least} on. */
  int shards(String name, int least) {
    int count = count(name);
    if (count < least || count > ShardingSpec.SHARDS_MAX) {
      throw unreadable.apply(
          "its '%s' is not from %d to %d".formatted(name, least, ShardingSpec.SHARDS_MAX));
    }
    return count;
  }

  int count(String name) {
    return (int) Math.min(number(name), Integer.MAX_VALUE);
  }

  Change change() {
    AttributeValue moves = attributes.get(LayoutFormat.MOVES);
    return new Change(
        attributes.containsKey("key") ? key("key") : null,
        pieces(0),
        shards(LayoutFormat.SHARDS, 1),
        moves != null && Boolean.TRUE.equals(moves.bool()),
        other());
  }
}
