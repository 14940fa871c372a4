package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Whether items have payloads, as they are now. A payload that no item has is dead for good once no
 * open intent stages it: names are drawn once, and an item is given a payload only by the write
 * that staged it.
 */
final class Liveness {
  /** Reads of one question; each is small. */
  private static final int WIDTH = 8;

  private Liveness() {}

  /** Judges each of them by what every writer has finished: what decides. */
  static Flow<Map<SweepTarget, Verdict>> of(Collection<SweepTarget> targets) {
    return of(targets, true);
  }

  /** The same at half the price by what may be old: to pass over what is live anyway. */
  static Flow<Map<SweepTarget, Verdict>> firstLook(Collection<SweepTarget> targets) {
    return of(targets, false);
  }

  /** The state of a payload. */
  enum Verdict {
    /** Its item has it. */
    LIVE,
    /** Its item has another, or none, or is gone. */
    DEAD,
    /** Its item's marker cannot be understood: it may name anything. */
    UNKNOWN
  }

  /** An item, whatever of it is asked for. */
  private record Item(SweptTable table, Map<String, AttributeValue> key) {}

  private static Flow<Map<SweepTarget, Verdict>> of(
      Collection<SweepTarget> targets, boolean consistent) {
    Map<Item, List<SweepTarget>> byItem = new LinkedHashMap<>();
    for (SweepTarget target : targets) {
      for (Parent parent : SeedNameCollisions.of(target)) {
        byItem
            .computeIfAbsent(new Item(target.table(), parent.key()), item -> new ArrayList<>())
            .add(target);
      }
    }
    List<Flow<Map<SweepTarget, Verdict>>> reads = new ArrayList<>();
    byItem.forEach((item, named) -> reads.add(Flow.defer(() -> of(item, named, consistent))));
    return Flow.failFast(reads, WIDTH).map(Liveness::joined);
  }

  private static Flow<Map<SweepTarget, Verdict>> of(
      Item item, List<SweepTarget> named, boolean consistent) {
    return found(markersOf(item, named, consistent))
        .map(
            found -> {
              Map<SweepTarget, Verdict> verdicts = new LinkedHashMap<>();
              named.forEach(target -> verdicts.put(target, verdict(target, found)));
              return verdicts;
            });
  }

  private static Map<SweepTarget, Verdict> joined(List<Map<SweepTarget, Verdict>> parts) {
    Map<SweepTarget, Verdict> all = new LinkedHashMap<>();
    parts.forEach(part -> part.forEach((target, next) -> all.merge(target, next, Liveness::both)));
    return all;
  }

  private static Verdict both(Verdict one, Verdict other) {
    if (one == Verdict.LIVE || other == Verdict.LIVE) {
      return Verdict.LIVE;
    }
    return one == Verdict.UNKNOWN ? one : other;
  }

  private static Verdict verdict(SweepTarget target, Map<String, AttributeValue> item) {
    ChunkedTable table = target.table().table();
    try {
      boolean has =
          target.payload().isSameAs(table.payload(item, target.parent().attribute()))
              || (target.payload().placement() == Placement.SEED_CHUNKS
                  && isNamedBySeed(target, item));
      return has ? Verdict.LIVE : Verdict.DEAD;
    } catch (LargeValueException notUnderstood) {
      return Verdict.UNKNOWN;
    }
  }

  /** Readers made for AWS's layout go by the version, and know no marker. */
  private static boolean isNamedBySeed(SweepTarget target, Map<String, AttributeValue> item) {
    SeedLayout.Chunks chunks = SeedLayout.of(item);
    return chunks != null && chunks.version().equals(target.payload().id());
  }

  /**
   * Asks for the markers of one item, with a Query whose filter names them. That costs what GetItem
   * does; but a client that hides markers refuses such a filter, while it would answer a GetItem
   * without them, and every payload would appear to be an orphan.
   */
  private static QueryRequest markersOf(Item item, List<SweepTarget> named, boolean consistent) {
    Map<String, String> names = new LinkedHashMap<>();
    named.stream()
        .map(target -> target.parent().attribute())
        .distinct()
        .flatMap(attribute -> item.table().spec().markersOf(attribute).stream())
        .distinct()
        .forEach(marker -> names.put("#m" + names.size(), marker));
    String projection = String.join(", ", names.keySet());
    String filter =
        names.keySet().stream()
            .map("attribute_exists(%s)"::formatted)
            .collect(Collectors.joining(" OR "));
    List<String> key = new ArrayList<>();
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (String name : item.table().schema().attributes()) {
      key.add("#k%1$d = :k%1$d".formatted(values.size()));
      names.put("#k" + values.size(), name);
      values.put(":k" + values.size(), requireNonNull(item.key().get(name)));
    }
    return QueryRequest.builder()
        .tableName(item.table().spec().tableName())
        .consistentRead(consistent)
        .keyConditionExpression(String.join(" AND ", key))
        .filterExpression(filter)
        .projectionExpression(projection)
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .build();
  }

  /**
   * The markers of the item; none if there is no item, or it has none. A page may be empty and not
   * the last.
   */
  private static Flow<Map<String, AttributeValue>> found(QueryRequest request) {
    return TableCall.query(request)
        .then(
            response -> {
              if (!response.items().isEmpty()) {
                return Flow.of(response.items().get(0));
              }
              return response.lastEvaluatedKey().isEmpty()
                  ? Flow.of(Map.of())
                  : found(
                      request.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build());
            });
  }
}
