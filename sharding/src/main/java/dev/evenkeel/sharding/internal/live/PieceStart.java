package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.KeyShards.PieceBeingAdded;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Where a new piece of a key begins: above all items that the key has.
 *
 * @param key canonical
 * @param given where it is to begin, canonical; null for right above the greatest item
 */
record PieceStart(ShardedTable table, AttributeValue key, @Nullable AttributeValue given) {

  private KeyAttribute sort() {
    return sort(table);
  }

  private static KeyAttribute sort(ShardedTable table) {
    return Objects.requireNonNull(table.key().sortKey(), "pieces begin at sort keys");
  }

  /** Refuses a given beginning at or above which the key has items. */
  Flow<Done> requireNoneHidden(Pieces whole) {
    if (given == null) {
      return Flow.done();
    }
    AttributeValue last = whole.last().from();
    if (last != null && KeyOrder.of(sort().type()).compare(given, last) < 0) {
      return Flow.failed(
          new LayoutChangeException(
              Reason.OVERLAPS,
              table.tableName(),
              "The last piece of this key begins above the sort key given, and pieces do not overlap. Take a greater one."));
    }
    List<Flow<Long>> counts =
        ofLast(whole).stream().map(physical -> count(query(table, physical, given), 0)).toList();
    return Flow.failFast(counts)
        .then(
            found -> {
              long hidden = found.stream().mapToLong(Long::longValue).sum();
              return hidden == 0
                  ? Flow.done()
                  : Flow.failed(
                      new LayoutChangeException(
                          Reason.ITEMS_ABOVE,
                          table.tableName(),
                          "The piece would hide %d of this key's items, whose sort keys are not below the one given. Take a greater one, or none: the piece then begins right above them."
                              .formatted(hidden)));
            });
  }

  private static Flow<Long> count(QueryRequest query, long before) {
    return TableCall.query(query.toBuilder().select(Select.COUNT).build())
        .then(
            page -> {
              long all = before + page.count();
              Map<String, AttributeValue> last = page.lastEvaluatedKey();
              return last.isEmpty()
                  ? Flow.of(all)
                  : count(query.toBuilder().exclusiveStartKey(last).build(), all);
            });
  }

  /** Where the piece begins, once it is known that no item is hidden by one that is given. */
  Flow<From> above(Pieces whole) {
    return given == null
        ? aboveGreatest(whole)
        : Flow.of(new From(given.equals(whole.last().from()) ? null : given));
  }

  private Flow<From> aboveGreatest(Pieces whole) {
    List<Flow<QueryResponse>> greatest =
        ofLast(whole).stream()
            .map(
                physical ->
                    TableCall.query(
                        query(table, physical, whole.last().from()).toBuilder()
                            .scanIndexForward(false)
                            .limit(1)
                            .build()))
            .toList();
    return Flow.failFast(greatest).map(this::from);
  }

  /** The partition keys of the last piece. */
  private List<AttributeValue> ofLast(Pieces whole) {
    Map<AttributeValue, Pieces> own = Map.of(key, whole);
    ShardedTable then =
        table.by(TableLayout.of(own, new PieceBeingAdded(key, ShardingSpec.SHARDS_MAX)));
    Piece last = whole.last();
    return table.by(TableLayout.of(own, null)).keyShards().places(key, last).stream()
        .map(shard -> then.codec().physical(key, shard))
        .toList();
  }

  private From from(List<QueryResponse> answers) {
    List<AttributeValue> greatest = new ArrayList<>();
    answers.forEach(
        answer -> answer.items().forEach(item -> greatest.add(item.get(sort().name()))));
    if (greatest.isEmpty()) {
      return new From(null);
    }
    AttributeValue most = greatest.stream().max(KeyOrder.of(sort().type())).orElseThrow();
    AttributeValue next = KeyOrder.neighbour(most, true);
    if (next == null) {
      throw new LayoutChangeException(
          Reason.NOTHING_ABOVE,
          table.tableName(),
          "No piece can begin above the items of this key, since one of them has the greatest sort key that there is. Give that item another sort key, or move all items of the key, with Resharder or 'evenkeel reshard start'.");
    }
    return new From(next);
  }

  /** The items under a partition key, those from a sort key on if one is given. */
  static QueryRequest query(
      ShardedTable table, AttributeValue physical, @Nullable AttributeValue from) {
    Map<String, String> names = new HashMap<>(Map.of("#pk", table.partitionKey()));
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", physical));
    if (from != null) {
      names.put("#sk", sort(table).name());
      values.put(":from", from);
    }
    return QueryRequest.builder()
        .tableName(table.tableName())
        .keyConditionExpression("#pk = :pk" + (from == null ? "" : " AND #sk >= :from"))
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .consistentRead(true)
        .build();
  }
}
