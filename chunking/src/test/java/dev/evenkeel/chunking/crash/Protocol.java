package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A write, the items that it meets, and what it makes of them. An item is a map without its key; an
 * empty map is no item.
 *
 * @param before the spec under which the items were written that it meets
 * @param spec the spec under which it is made, and everything is read
 * @param items the initial items
 * @param request the write, of items with these keys
 * @param effects the effect on each item
 * @param traits further properties
 */
record Protocol(
    String name,
    ChunkingSpec before,
    ChunkingSpec spec,
    List<Map<String, AttributeValue>> items,
    Function<List<Map<String, AttributeValue>>, DynamoDbRequest> request,
    List<UnaryOperator<Map<String, AttributeValue>>> effects,
    Set<Trait> traits) {

  /** The properties of a protocol that differ from the usual. */
  enum Trait {
    /** It changes each item by itself; others change all or none. */
    ITEM_BY_ITEM,
    /** Its own condition fails. */
    REFUSED,
    /** After a fault only a deep sweep may find what it left; others are found by intents. */
    UNTRACKED,
    /** It returns values, which a sweep may remove before they are read. */
    RETURNS_VALUES
  }

  Protocol(
      String name,
      ChunkingSpec spec,
      List<Map<String, AttributeValue>> items,
      Function<List<Map<String, AttributeValue>>, DynamoDbRequest> request,
      List<UnaryOperator<Map<String, AttributeValue>>> effects) {
    this(name, spec, spec, items, request, effects, Set.of());
  }

  Protocol named(String newName) {
    return new Protocol(newName, before, spec, items, request, effects, traits);
  }

  Protocol meeting(ChunkingSpec newBefore) {
    return new Protocol(name, newBefore, spec, items, request, effects, traits);
  }

  Protocol under(ChunkingSpec newSpec) {
    return new Protocol(name, newSpec, newSpec, items, request, effects, traits);
  }

  Protocol with(Trait trait) {
    return new Protocol(name, before, spec, items, request, effects, Set.of(trait));
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** The expected items after the write. */
  List<Map<String, AttributeValue>> applied(List<Map<String, AttributeValue>> to) {
    List<Map<String, AttributeValue>> after = new ArrayList<>();
    for (int i = 0; i < to.size(); i++) {
      after.add(effects.get(i).apply(to.get(i)));
    }
    return after;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The effect of a put. */
  static UnaryOperator<Map<String, AttributeValue>> becomes(Map<String, AttributeValue> item) {
    return old -> item;
  }

  /** The effect of an update. */
  static UnaryOperator<Map<String, AttributeValue>> changes(
      Map<String, AttributeValue> sets, String... removes) {
    return old -> {
      Map<String, AttributeValue> item = new HashMap<>(old);
      item.putAll(sets);
      item.keySet().removeAll(List.of(removes));
      item.putIfAbsent(Values.TOUCHED, AttributeValue.fromN("1")); // an update makes an item
      return item;
    };
  }
}
