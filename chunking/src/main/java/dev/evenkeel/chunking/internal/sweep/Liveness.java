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

  private final boolean consistent;

  private Liveness(boolean consistent) {
    this.consistent = consistent;
  }

  /** Reads what every writer has finished: what decides. */
  static Liveness consistent() {
    return new Liveness(true);
  }

  /** Reads at half the price what may be a moment old: to pass over what is live anyway. */
  static Liveness firstLook() {
    return new Liveness(false);
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

  /** Judges each of them. */
  Flow<Map<SweepTarget, Verdict>> of(Collection<SweepTarget> targets) {
    Map<Item, List<SweepTarget>> byItem = new LinkedHashMap<>();
    for (SweepTarget target : targets) {
      for (Parent parent : SeedNameCollisions.of(target)) {
        byItem
            .computeIfAbsent(new Item(target.table(), parent.key()), item -> new ArrayList<>())
            .add(target);
      }
    }
    List<Flow<Map<SweepTarget, Verdict>>> reads = new ArrayList<>();
    byItem.forEach((item, named) -> reads.add(Flow.defer(() -> of(item, named))));
    return Flow.failFast(reads, WIDTH).map(Liveness::joined);
  }

  private Flow<Map<SweepTarget, Verdict>> of(Item item, List<SweepTarget> named) {
    MarkerRead read = new MarkerRead(item.table(), named, consistent);
    return read.of(item.key())
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

  /** The attributes that describe values outside. */
  static List<String> markers(SweptTable table, Collection<SweepTarget> targets) {
    return targets.stream()
        .map(target -> target.parent().attribute())
        .distinct()
        .flatMap(attribute -> table.spec().markersOf(attribute).stream())
        .distinct()
        .toList();
  }

  /**
   * Reads the markers of one item, with a Query whose filter names them. That costs what GetItem
   * does; but a client that hides markers refuses such a filter, while it would answer a GetItem
   * without them, and every payload would appear to be an orphan.
   */
  static final class MarkerRead {
    private final QueryRequest request;
    private final List<String> keyAttributes;

    MarkerRead(SweptTable table, Collection<SweepTarget> targets, boolean consistent) {
      List<String> markers = Liveness.markers(table, targets);
      Map<String, String> names = new LinkedHashMap<>();
      markers.forEach(marker -> names.put("#m" + names.size(), marker));
      String projection = String.join(", ", names.keySet());
      String filter =
          names.keySet().stream()
              .map("attribute_exists(%s)"::formatted)
              .collect(Collectors.joining(" OR "));
      this.keyAttributes = table.schema().attributes();
      keyAttributes.forEach(name -> names.put("#k" + keyAttributes.indexOf(name), name));
      this.request =
          QueryRequest.builder()
              .tableName(table.spec().tableName())
              .consistentRead(consistent)
              .keyConditionExpression(
                  keyAttributes.stream()
                      .map(keyAttributes::indexOf)
                      .map(place -> "#k%d = :k%d".formatted(place, place))
                      .collect(Collectors.joining(" AND ")))
              .filterExpression(filter)
              .projectionExpression(projection)
              .expressionAttributeNames(names)
              .build();
    }

    /** The markers of the item with this key; none if there is no item, or it has none. */
    Flow<Map<String, AttributeValue>> of(Map<String, AttributeValue> key) {
      Map<String, AttributeValue> values = new LinkedHashMap<>();
      keyAttributes.forEach(
          name -> values.put(":k" + values.size(), requireNonNull(key.get(name))));
      return from(request.toBuilder().expressionAttributeValues(values).build());
    }

    /** A page may be empty and not the last. */
    private static Flow<Map<String, AttributeValue>> from(QueryRequest request) {
      return TableCall.query(request)
          .then(
              response -> {
                if (!response.items().isEmpty()) {
                  return Flow.of(response.items().get(0));
                }
                return response.lastEvaluatedKey().isEmpty()
                    ? Flow.of(Map.of())
                    : from(
                        request.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build());
              });
    }
  }
}
