package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.KeyShards.PieceBeingAdded;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The choice of one of several shards by the selector of a spec, and of those to try without it.
 */
record ShardChoice(ShardingSpec spec) {

  /** The shard that the selector picks for an item. */
  int of(Call call, Map<String, AttributeValue> item, int shards) {
    ShardSelector selector = spec.selector();
    Map<String, AttributeValue> values = new HashMap<>(4); // mostly one or two
    for (String determinant : selector.determinants()) {
      boolean ofKey = determinant.equals(spec.sortKey());
      values.put(determinant, determinant(call, determinant, item.get(determinant), ofKey));
    }
    for (String token : selector.tokenAttributes()) {
      values.put(token, token(call, token, item.get(token)));
    }
    return required(call, selector, select(call, values, shards), shards);
  }

  /** What a selector chose, which has to be a shard. */
  static int required(Call call, ShardSelector selector, int shard, int shards) {
    if (shard < 0 || shard >= shards) {
      throw call.refuse(
          "selector '%s' chose shard %d of %d".formatted(selector.id(), shard, shards),
          "A selector must return 0.." + (shards - 1));
    }
    return shard;
  }

  private int select(Call call, Map<String, AttributeValue> determinants, int shards) {
    try {
      return spec.selector().select(determinants, shards);
    } catch (IllegalArgumentException e) {
      throw call.refuse(
          "selector '%s' does not take the item: %s"
              .formatted(spec.selector().id(), e.getMessage()),
          "Give its attributes values of the kind it calculates from");
    }
  }

  /**
   * The place of an item; none if its attributes do not tell it.
   *
   * @param isOld whether the item was there before the piece that is about to be added
   */
  OptionalInt place(
      Call call,
      KeyShards keyShards,
      AttributeValue canonicalKey,
      Map<String, AttributeValue> attributes,
      boolean isOld) {
    Pieces own = keyShards.pieces(canonicalKey);
    if (!own.isWhole() && !attributes.containsKey(spec.sortKey())) {
      return OptionalInt.empty();
    }
    Piece piece = own.isWhole() ? own.last() : own.at(sortKey(call, attributes));
    if (!isOld && keyShards.isBelowComing(canonicalKey, piece)) {
      return OptionalInt.empty();
    }
    if (piece.shards() == 1) {
      boolean isOnly = own.isWhole() && !keyShards.isChanging(canonicalKey);
      return OptionalInt.of(isOnly ? 0 : KeyCodec.PLAIN);
    }
    ShardSelector selector = spec.selector();
    return selector.calculated() && attributes.keySet().containsAll(selector.determinants())
        ? OptionalInt.of(of(call, attributes, piece.shards()))
        : OptionalInt.empty();
  }

  /** The places that are tried to find an item: see {@link ShardedTable#shardsToProbe}. */
  List<Integer> probed(
      Call call,
      KeyShards keyShards,
      AttributeValue canonicalKey,
      Map<String, AttributeValue> key,
      String verb,
      String cost) {
    Piece last = keyShards.pieces(canonicalKey).last();
    PieceBeingAdded coming = keyShards.coming();
    if (coming == null || !keyShards.isBelowComing(canonicalKey, last)) {
      int shards = keyShards.count(canonicalKey);
      requireProbe(call, shards, key, verb, cost);
      return IntStream.range(0, shards).boxed().toList();
    }
    if (!key.keySet().containsAll(spec.selector().determinants())) {
      return keyShards.places(canonicalKey, last);
    }
    int before = last.shards() == 1 ? KeyCodec.PLAIN : of(call, key, last.shards());
    return Stream.of(before, of(call, key, coming.shards())).distinct().toList();
  }

  private void requireProbe(
      Call call, int shards, Map<String, AttributeValue> key, String verb, String cost) {
    if (shards <= spec.maxProbe()) {
      return;
    }
    String sortKey = spec.sortKey();
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw call.invalid("the key lacks sort key attribute '" + sortKey + "'", "Give it a value");
    }
    throw call.refuse(
        "the key does not tell the shard, and %s all %d shards is above maxProbe %d"
            .formatted(verb, shards, spec.maxProbe()),
        "Give the attributes the shard is calculated from beside the key, or raise maxProbe or leave"
            + " it out: each shard costs at least "
            + cost);
  }

  /** The sort key of an item, which decides its piece. */
  AttributeValue sortKey(Call call, Map<String, AttributeValue> attributes) {
    KeyAttribute key =
        Objects.requireNonNull(spec.logicalKey().sortKey(), "pieces begin at sort keys");
    AttributeValue sort = determinant(call, key.name(), attributes.get(key.name()), true);
    if (!sort.type().name().equals(key.type().name())) {
      throw call.invalid(
          "sort key attribute '%s' is of type %s, but the spec says %s"
              .formatted(key.name(), sort.type(), key.type()),
          "Give it a value of that type, or name its type in sortKey(name, type)");
    }
    return sort;
  }

  private static AttributeValue token(Call call, String name, @Nullable AttributeValue value) {
    if (value == null) {
      throw call.refuse(
          "attribute '" + name + "', the token by which the shard is drawn, is missing",
          "Give it a value that a repeat of the write has again");
    }
    return scalar(call, name, value);
  }

  /**
   * The determinant of a shard.
   *
   * @param ofKey whether it is a key attribute, which DynamoDB itself demands
   */
  static AttributeValue determinant(
      Call call, String name, @Nullable AttributeValue value, boolean ofKey) {
    if (ofKey && (value == null || !isScalar(value))) {
      throw call.invalid(
          "key attribute '%s', from which the shard is calculated, is %s"
              .formatted(name, value == null ? "missing" : "of type " + value.type()),
          "Give it a value of the type that the key has");
    }
    if (value == null) {
      throw call.refuse(
          "attribute '" + name + "', from which the shard is calculated, is missing",
          "Give it a value, also beside the key of a read");
    }
    return scalar(call, name, value);
  }

  private static boolean isScalar(AttributeValue value) {
    return value.s() != null || value.n() != null || value.b() != null;
  }

  private static AttributeValue scalar(Call call, String name, AttributeValue value) {
    if (!isScalar(value)) {
      throw call.refuse(
          "attribute '%s', from which the shard is calculated, is of type %s"
              .formatted(name, value.type()),
          "Calculate the shard from attributes of type S, N or B");
    }
    return value.n() == null ? value : canonicalNumber(call, name, value);
  }

  private static AttributeValue canonicalNumber(Call call, String name, AttributeValue value) {
    try {
      return AttributeValue.fromN(CanonicalNumber.of(value.n()));
    } catch (InvalidNumberException e) {
      throw call.invalidNumber("attribute '" + name + "', from which the shard is calculated,", e);
    }
  }
}
