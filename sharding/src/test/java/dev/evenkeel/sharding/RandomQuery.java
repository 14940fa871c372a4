package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A random query on the table of a {@link QueryFixture}, and what it means. */
final class RandomQuery {
  private final AttributeValue logicalKey;
  private final Reads reads;
  private final Operator operator;
  private final AttributeValue low;
  private final AttributeValue high;
  private final boolean forward;
  private final @Nullable Integer limit;
  private final @Nullable Integer keepBelow;
  private final List<String> projection;
  private final boolean counts;
  private final QueryRequest request;

  private enum Operator {
    ALL,
    EQ,
    LT,
    LE,
    GT,
    GE,
    BETWEEN,
    BEGINS_WITH
  }

  /**
   * The object of a query: the table or an index.
   *
   * @param index its name; null for the table
   * @param sort the attribute that orders it; null if it has none
   * @param consistent whether it can be read consistently
   * @param filterable whether its rows hold {@code n}
   * @param attributes the attributes that a projection may name
   */
  record Reads(
      @Nullable String index,
      @Nullable String sort,
      boolean consistent,
      boolean filterable,
      List<String> attributes) {
    static final Reads TABLE = new Reads(null, "sk", true, true, List.of("pk", "sk", "id", "n"));
  }

  RandomQuery(
      Random random, ShardingSpec spec, AttributeValue logicalKey, Supplier<AttributeValue> sort) {
    this(random, spec, spec.sortType(), logicalKey, sort, Reads.TABLE);
  }

  RandomQuery(
      Random random,
      ShardingSpec spec,
      ScalarAttributeType sortType,
      AttributeValue logicalKey,
      Supplier<AttributeValue> sort,
      Reads reads) {
    this.logicalKey = logicalKey;
    this.reads = reads;
    Operator chosen = Operator.values()[random.nextInt(Operator.values().length)];
    boolean number = sortType == ScalarAttributeType.N;
    this.operator =
        reads.sort() == null
            ? Operator.ALL
            : chosen == Operator.BEGINS_WITH && number ? Operator.GE : chosen;
    AttributeValue first = sort.get();
    AttributeValue second = sort.get();
    boolean ordered = compare(first, second) <= 0;
    this.low = operator == Operator.BEGINS_WITH ? prefix(first) : ordered ? first : second;
    this.high = ordered ? second : first;
    this.forward = random.nextBoolean();
    this.limit =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> 1 + random.nextInt(1000);
          default -> 1 + random.nextInt(40);
        };
    Integer keep = random.nextInt(2) == 0 ? null : new int[] {0, 1, 50, 100}[random.nextInt(4)];
    this.keepBelow = reads.filterable() ? keep : null;
    this.counts = random.nextInt(5) == 0;
    this.projection =
        counts || random.nextBoolean()
            ? List.of()
            : reads.attributes().stream().filter(a -> random.nextBoolean()).toList();
    this.request = build(spec, random);
  }

  private static int compare(AttributeValue a, AttributeValue b) {
    if (a.n() != null) {
      return new java.math.BigDecimal(a.n()).compareTo(new java.math.BigDecimal(b.n()));
    }
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private static byte[] bytes(AttributeValue value) {
    return value.b() != null
        ? value.b().asByteArray()
        : value.s().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static AttributeValue prefix(AttributeValue value) {
    if (value.b() != null) {
      return AttributeValue.fromB(
          SdkBytes.fromByteArray(Arrays.copyOf(value.b().asByteArray(), 1)));
    }
    return AttributeValue.fromS(value.s().substring(0, value.s().offsetByCodePoints(0, 1)));
  }

  private QueryRequest build(ShardingSpec spec, Random random) {
    boolean aliased = random.nextBoolean();
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":pk", logicalKey);
    String pk = aliased ? "#p" : "pk";
    if (aliased) {
      names.put("#p", "pk");
    }
    String sort = sortCondition(values);
    String condition = sort.isEmpty() ? pk + " = :pk" : pk + "=:pk and " + sort;
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(spec.tableName())
            .keyConditionExpression(condition)
            .scanIndexForward(forward)
            .limit(limit)
            .indexName(reads.index())
            .consistentRead(random.nextBoolean() && reads.consistent());
    if (keepBelow != null) {
      query.filterExpression("n < :n");
      values.put(":n", AttributeValue.fromN(Integer.toString(keepBelow)));
    }
    if (counts) {
      query.select(Select.COUNT);
    }
    if (!projection.isEmpty()) {
      query.projectionExpression(
          projection.stream()
              .map(a -> aliased && a.equals("pk") ? "#p" : a)
              .collect(Collectors.joining(", ")));
    }
    if (!names.isEmpty()) {
      query.expressionAttributeNames(names);
    }
    return query.expressionAttributeValues(values).build();
  }

  private String sortCondition(Map<String, AttributeValue> values) {
    if (operator == Operator.ALL) {
      return "";
    }
    values.put(":a", low);
    if (operator == Operator.BETWEEN) {
      values.put(":b", high);
    }
    return switch (operator) {
      case EQ -> reads.sort() + " = :a";
      case LT -> reads.sort() + " < :a";
      case LE -> reads.sort() + " <= :a";
      case GT -> reads.sort() + " > :a";
      case GE -> reads.sort() + " >= :a";
      case BETWEEN -> reads.sort() + " BETWEEN :a AND :b";
      default -> "begins_with(" + reads.sort() + ", :a)";
    };
  }

  boolean admits(AttributeValue sortValue, Comparator<AttributeValue> order) {
    int c = order.compare(sortValue, low);
    return switch (operator) {
      case ALL -> true;
      case EQ -> c == 0;
      case LT -> c < 0;
      case LE -> c <= 0;
      case GT -> c > 0;
      case GE -> c >= 0;
      case BETWEEN -> c >= 0 && order.compare(sortValue, high) <= 0;
      case BEGINS_WITH -> beginsWith(bytes(sortValue), bytes(low));
    };
  }

  private static boolean beginsWith(byte[] value, byte[] prefix) {
    return value.length >= prefix.length
        && Arrays.equals(Arrays.copyOf(value, prefix.length), prefix);
  }

  boolean matches(Map<String, AttributeValue> item) {
    return keepBelow == null || Integer.parseInt(item.get("n").n()) < keepBelow;
  }

  Map<String, AttributeValue> project(Map<String, AttributeValue> item) {
    if (projection.isEmpty()) {
      return item;
    }
    Map<String, AttributeValue> projected = new HashMap<>(item);
    projected.keySet().retainAll(projection);
    return projected;
  }

  AttributeValue logicalKey() {
    return logicalKey;
  }

  boolean forward() {
    return forward;
  }

  @Nullable Integer limit() {
    return limit;
  }

  boolean filtered() {
    return keepBelow != null;
  }

  boolean counts() {
    return counts;
  }

  QueryRequest request() {
    return request;
  }

  @Override
  public String toString() {
    return "%s %s..%s forward=%s limit=%s n<%s projection=%s count=%s"
        .formatted(operator, low, high, forward, limit, keepBelow, projection, counts);
  }
}
