package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.sharding.internal.layout.IndexShards;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The caller's query with a hole for the shard. Placeholders that only the replaced part of the key
 * condition used are dropped, because DynamoDB refuses unused ones; new ones collide with none.
 */
public final class QueryTemplate {
  private final ManagedTable table;
  private final QueryRequest request;
  private final QueryShape shape;
  private final QueryTarget target;
  private final KeyedProjection projection;
  private final @Nullable AttributeName sortName;
  private final Set<String> filterValues;
  private final String shardKeyPlaceholder;
  private final @Nullable AttributeName numberName;
  private final List<String> boundPlaceholders;

  /** The template of a query. */
  public QueryTemplate(
      ManagedTable table, QueryRequest request, QueryShape shape, QueryTarget target) {
    this.table = table;
    this.target = target;
    this.request = request;
    this.shape = shape;
    List<Condition> filters = filters(request);
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(), request.expressionAttributeValues(), filters);
    this.projection = projection(request, target.neededNames(), fresh);
    this.sortName =
        target.sort() == null || shape.sort() != null ? null : fresh.name(target.sort().name());
    ShardedIndexSpec index = target.sharded();
    this.numberName = index == null ? null : fresh.name(index.shard().name());
    AttributeValue perSource = partition(0);
    this.shardKeyPlaceholder = fresh.value(perSource);
    this.boundPlaceholders = List.of(fresh.value(perSource), fresh.value(perSource));
    this.filterValues = PlaceholderUse.of(filters).values();
  }

  /** The filter, if there is one. */
  private static List<Condition> filters(QueryRequest request) {
    if (request.filterExpression() == null) {
      return List.of();
    }
    return List.of(
        ExpressionParser.filter(request.filterExpression(), request.expressionAttributeNames()));
  }

  /** A count shows no items, but its rows are merged by their keys. */
  private static KeyedProjection projection(
      QueryRequest request, List<String> needed, PlaceholderAllocator fresh) {
    return request.select() == Select.COUNT
        ? KeyedProjection.only(needed, fresh)
        : KeyedProjection.of(
            request.projectionExpression(), request.expressionAttributeNames(), needed, fresh);
  }

  /** The caller's projection, and what is added to it. */
  public KeyedProjection projection() {
    return projection;
  }

  /**
   * The query on one shard.
   *
   * @param narrowed what a resumption leaves of the key condition; null for the whole of it
   */
  public QueryRequest onShard(int shard, Resumption.@Nullable Narrowed narrowed) {
    return with(partition(shard), narrowed);
  }

  /** The caller's name of the sort attribute, or one of ours. */
  private AttributeName sortName() {
    if (shape.sort() != null) {
      return shape.sort().attribute();
    }
    if (sortName == null) {
      throw new IllegalStateException("there is no sort attribute to narrow");
    }
    return sortName;
  }

  /**
   * The query in logical terms, whose rows come with what their places need.
   *
   * @param narrowed as in {@link #onShard}
   */
  QueryRequest logical(Resumption.@Nullable Narrowed narrowed) {
    return with(shape.logicalKey(), narrowed);
  }

  private QueryRequest with(AttributeValue partition, Resumption.@Nullable Narrowed narrowed) {
    List<AttributeValue> bounds = narrowed == null ? List.of() : narrowed.operands();
    KeyPredicate sort =
        narrowed == null
            ? shape.sort()
            : new KeyPredicate(
                sortName(), narrowed.operator(), boundPlaceholders.subList(0, bounds.size()));
    QueryRequest.Builder query =
        request.toBuilder()
            .keyConditionExpression(condition(sort))
            .expressionAttributeValues(values(partition, sort, bounds))
            .exclusiveStartKey(null);
    Map<String, String> names = names(sort);
    query.expressionAttributeNames(names.isEmpty() ? null : names);
    if (projection.expression() != null) {
      query.projectionExpression(projection.expression());
    }
    if (request.select() == Select.COUNT) {
      query.select((Select) null);
    }
    return query.build();
  }

  private String condition(@Nullable KeyPredicate sort) {
    List<KeyPredicate> predicates = new ArrayList<>();
    KeyPredicate asked = shape.partition();
    if (asked != null && numberName != null) {
      predicates.add(asked);
    }
    AttributeName shardKey = numberName == null && asked != null ? asked.attribute() : numberName;
    predicates.add(KeyPredicate.equalTo(Objects.requireNonNull(shardKey), shardKeyPlaceholder));
    if (sort != null) {
      predicates.add(sort);
    }
    return new KeyCondition(predicates).render();
  }

  private Map<String, AttributeValue> values(
      AttributeValue partition, @Nullable KeyPredicate sort, List<AttributeValue> bounds) {
    Set<String> kept = new HashSet<>(filterValues);
    Set<String> dropped = new HashSet<>();
    if (shape.partition() != null) {
      (numberName == null ? dropped : kept).addAll(shape.partition().valuePlaceholders());
    }
    if (sort != null) {
      kept.addAll(sort.valuePlaceholders());
    }
    if (shape.sort() != null) {
      dropped.addAll(shape.sort().valuePlaceholders());
    }
    Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
    dropped.removeAll(kept);
    dropped.forEach(values::remove);
    for (int i = 0; i < bounds.size(); i++) {
      values.put(boundPlaceholders.get(i), bounds.get(i));
    }
    values.put(shardKeyPlaceholder, partition);
    return values;
  }

  private Map<String, String> names(@Nullable KeyPredicate sort) {
    Map<String, String> names = namesWithoutProjection();
    names.putAll(projection.names());
    if (sort != null && sortName != null) {
      names.put(sortName.token(), sortName.name());
    }
    return names;
  }

  /** The partition key value of one shard. */
  private AttributeValue partition(int shard) {
    ShardedIndexSpec index = target.sharded();
    return index == null
        ? table.codec().physical(shape.logicalKey(), shard)
        : IndexShards.number(index, shard);
  }

  /** The caller's names, and what the key condition needs beyond them. */
  public Map<String, String> namesWithoutProjection() {
    Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
    if (numberName != null) {
      names.put(numberName.token(), numberName.name());
    }
    return names;
  }

  /**
   * The start key that resumes a query on one shard after a row or key.
   *
   * @param row of a sharded index with the table's partition key as it is stored
   */
  public Map<String, AttributeValue> startKey(int shard, Map<String, AttributeValue> row) {
    Map<String, AttributeValue> key = new HashMap<>();
    ShardedIndexSpec index = target.sharded();
    key.put(index == null ? table.partitionKey() : index.shard().name(), partition(shard));
    target.neededNames().forEach(name -> key.put(name, QueryTarget.valueOf(row, name)));
    return key;
  }

  /** All shards in the order in which ties between them are broken. */
  public List<Integer> shardsInTieOrder(boolean forward) {
    ShardedIndexSpec index = target.sharded();
    List<Integer> order =
        new ArrayList<>(
            index == null
                ? table.keyShards().places(shape.logicalKey())
                : IntStream.range(0, index.shards()).boxed().toList());
    if (!forward) {
      Collections.reverse(order);
    }
    return order;
  }
}
