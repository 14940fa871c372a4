package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The expected result of a query on an index, from plain queries of each shard.
 *
 * @param hot the logical key that is queried
 */
record IndexOracle(DynamoDbClient plain, ShardingSpec spec, AttributeValue hot) {

  /** Stands for the place of plain items beside shards: it comes before all of them. */
  static final int PLAIN = -1;

  /** An entry of the index as a caller sees it, and the shard that holds it. */
  record Row(Map<String, AttributeValue> item, int shard) {}

  /**
   * The rows of a query from the start or from a place on, by plain queries of each shard.
   *
   * @param place the key of a row, existing or not; null for the start
   * @param own the shard of the place
   */
  List<Row> rows(
      IndexSpec index,
      RandomQuery query,
      @Nullable Select select,
      @Nullable Map<String, AttributeValue> place,
      int own) {
    List<Row> rows = new ArrayList<>();
    List<Integer> shards = shards();
    for (int i = 0; i < shards.size(); i++) {
      int shard = shards.get(query.forward() ? i : shards.size() - 1 - i);
      for (Map<String, AttributeValue> item : ofShard(index, query, select, shard, own, place)) {
        if (index.sort() == null
            || query.admits(item.get(index.sort().name()), IndexValues.ORDER)) {
          rows.add(new Row(item, shard));
        }
      }
    }
    if (index.sort() != null && sorted()) {
      String sort = index.sort().name();
      Comparator<Row> order = Comparator.comparing(row -> row.item().get(sort), IndexValues.ORDER);
      rows.sort(query.forward() ? order : order.reversed());
    } else if (index.name().equals("likeTable")) {
      Comparator<Row> order = Comparator.comparing(row -> piece(row.item().get("sk")));
      rows.sort(query.forward() ? order : order.reversed());
    }
    return rows;
  }

  /** An index in the order of the table is read piece by piece. */
  private int piece(AttributeValue sort) {
    return (int)
        pieces().stream()
            .skip(1)
            .filter(piece -> IndexValues.ORDER.compare(piece.from(), sort) <= 0)
            .count();
  }

  private List<Piece> pieces() {
    return spec.shardCounts().byDefault().list();
  }

  private List<Integer> shards() {
    boolean plain = pieces().stream().anyMatch(piece -> piece.shards() == 1);
    int shards = spec.shardCounts().max();
    return IntStream.range(plain ? PLAIN : 0, shards > 1 ? shards : 0).boxed().toList();
  }

  private AttributeValue stored(int shard) {
    return shard == PLAIN ? hot : AttributeValue.fromS(hot.s() + "." + shard);
  }

  private List<Map<String, AttributeValue>> ofShard(
      IndexSpec index,
      RandomQuery query,
      @Nullable Select select,
      int shard,
      int own,
      @Nullable Map<String, AttributeValue> place) {
    AttributeValue physical = stored(shard);
    Map<String, AttributeValue> startKey = null;
    if (place != null && shard == own) {
      startKey = new HashMap<>(place);
      startKey.put("pk", physical);
    }
    QueryRequest request =
        QueryRequest.builder()
            .tableName(spec.tableName())
            .indexName(index.name())
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", physical))
            .scanIndexForward(query.forward())
            .select(select)
            .exclusiveStartKey(startKey)
            .build();
    return plain.queryPaginator(request).items().stream()
        .filter(
            item -> place == null || shard == own || owed(index, query, item, shard, own, place))
        .map(item -> Attributes.with(item, "pk", hot))
        .toList();
  }

  /** Whether another shard's row comes after a place. */
  private boolean owed(
      IndexSpec index,
      RandomQuery query,
      Map<String, AttributeValue> item,
      int shard,
      int own,
      Map<String, AttributeValue> place) {
    boolean behind = query.forward() ? shard > own : shard < own;
    if (index.sort() == null || !sorted()) {
      return behind;
    }
    String sort = index.sort().name();
    int order = IndexValues.ORDER.compare(item.get(sort), place.get(sort));
    return order == 0 ? behind : order > 0 == query.forward();
  }

  private boolean sorted() {
    return spec.order() == ScatterOrder.SORTED;
  }

  /** The attributes from which the shard of a row is calculated. */
  Map<String, AttributeValue> determinants(Row row) {
    Map<String, AttributeValue> physical =
        Map.of("pk", stored(row.shard()), "sk", row.item().get("sk"));
    Map<String, AttributeValue> item =
        plain.getItem(get -> get.tableName(spec.tableName()).key(physical)).item();
    return spec.selector().determinants().stream()
        .collect(Collectors.toMap(name -> name, item::get));
  }

  Set<String> keyAttributes(IndexSpec index) {
    Set<String> attributes = new HashSet<>(Set.of("pk", "sk"));
    if (index.sort() != null) {
      attributes.add(index.sort().name());
    }
    return attributes;
  }

  /** Whether a start key determines the shard. */
  boolean tells(IndexSpec index) {
    return spec.selector().calculated()
        && keyAttributes(index).containsAll(spec.selector().determinants());
  }
}
