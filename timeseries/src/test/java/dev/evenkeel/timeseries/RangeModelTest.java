package dev.evenkeel.timeseries;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Any query of a series gives, page by page, what the same query of one plain table gives. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RangeModelTest {
  private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final int RUNS = 8;
  private static final List<String> TARGETS =
      List.of("", "byValue", "byKind", "byKindAndTime", "byKindAndValue");

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient async;
  private final TimeSeriesSpec spec =
      Readings.spec("2026-11-14T00:00:00Z").missingTables(MissingTablePolicy.SKIP).build();
  private final TimeSeriesSpec narrow =
      Readings.spec("2026-11-14T00:00:00Z")
          .missingTables(MissingTablePolicy.SKIP)
          .tablesMax(3)
          .build();

  RangeModelTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.plain = plain;
    this.async = local.asyncClient();
  }

  /** Six days of readings, none on one of them, and everything once more in one table. */
  @BeforeAll
  void fill() {
    plain.createTable(Readings.template().toBuilder().tableName("all").build());
    Readings.create(
        plain, spec, "2026-11-15", "2026-11-16", "2026-11-18", "2026-11-19", "2026-11-21");
    Gen gen = Gen.seeded(7, 10);
    for (int i = 0; i < 300; i++) {
      Instant at = START.plus(Duration.ofMinutes(gen.between(0, 7 * 24 * 60 - 1)));
      String day = at.toString().substring(0, 10);
      if (day.equals("2026-11-17") || day.equals("2026-11-20")) {
        continue;
      }
      Map<String, AttributeValue> item =
          Readings.reading("d" + gen.between(0, 2), at.toString(), gen.between(0, 20));
      plain.putItem(r -> r.tableName("all").item(item));
      plain.putItem(r -> r.tableName("readings_" + day).item(item));
    }
  }

  @AfterAll
  void close() {
    async.close();
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
  void query_ofAnyKind_givesWhatOnePlainTableGives(Kind kind) {
    Equivalence both = both(kind, spec);
    Property.check(RUNS, gen -> compare(both, random(gen, gen.oneOf(TARGETS)), true));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
  void query_overMoreTablesThanACallMayTouch_givesTheSameInMorePages(Kind kind) {
    Equivalence both = both(kind, narrow);
    Property.check(
        RUNS / 2,
        gen -> {
          QueryRequest.Builder query =
              random(gen, gen.oneOf(List.of("", "byKindAndTime"))).toBuilder();
          Map<String, AttributeValue> values =
              new HashMap<>(query.build().expressionAttributeValues());
          boolean byKind = query.build().indexName() != null;
          values.remove(":lo");
          values.remove(":hi");
          values.put(":lo", AttributeValue.fromS("2026-11-14T23:59:59Z"));
          compare(
              both,
              query
                  .keyConditionExpression((byKind ? "kind" : "device") + " = :p AND #a > :lo")
                  .expressionAttributeValues(values)
                  .build(),
              false);
        });
  }

  /** The series and the plain table are in one namespace; the fixture's clients stay open. */
  private Equivalence both(Kind kind, TimeSeriesSpec series) {
    return Equivalence.of(
        SeriesUnderTest.over(kind, plain, async, builder -> builder.table(series).clock(() -> NOW))
            .client(),
        ClientUnderTest.of(plain));
  }

  private QueryRequest random(Gen gen, String target) {
    boolean byDevice = target.isEmpty() || target.equals("byValue");
    boolean byTime = target.isEmpty() || target.endsWith("Time");
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(
        ":p",
        AttributeValue.fromS(
            byDevice ? "d" + gen.between(0, 2) : gen.chance(0.5) ? "even" : "odd"));
    StringBuilder condition = new StringBuilder(byDevice ? "device = :p" : "kind = :p");
    if (!target.equals("byKind") && gen.chance(0.7)) {
      names.put("#a", byTime ? "at" : "value");
      condition.append(" AND ").append(range(gen, byTime, values));
    }
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(Readings.TABLE)
            .indexName(target.isEmpty() ? null : target)
            .scanIndexForward(gen.chance(0.5));
    if (gen.chance(0.3)) {
      query.filterExpression("#d <> :f");
      names.put("#d", byDevice ? "kind" : "device");
      values.put(":f", AttributeValue.fromS(byDevice ? "odd" : "d1"));
    }
    if (gen.chance(0.3)) {
      query.projectionExpression("#v");
      names.put("#v", "value");
    } else if (gen.chance(0.2)) {
      query.select(Select.COUNT);
    }
    if (gen.chance(0.8)) {
      query.limit(gen.chance(0.1) ? gen.between(1, 3) : gen.between(4, 40));
    }
    if (byTime) {
      names.putIfAbsent("#a", "at");
      if (!condition.toString().contains("#a")) {
        condition.append(" AND #a > :lo");
        values.put(":lo", AttributeValue.fromS("2026"));
      }
    }
    return query
        .keyConditionExpression(condition.toString())
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .expressionAttributeValues(values)
        .build();
  }

  private static String range(Gen gen, boolean byTime, Map<String, AttributeValue> values) {
    AttributeValue low = bound(gen, byTime);
    AttributeValue high = bound(gen, byTime);
    if (gen.chance(0.5)) {
      boolean swap =
          byTime
              ? low.s().compareTo(high.s()) > 0
              : Integer.parseInt(low.n()) > Integer.parseInt(high.n());
      values.put(":lo", swap ? high : low);
      values.put(":hi", swap ? low : high);
      return "#a BETWEEN :lo AND :hi";
    }
    values.put(":lo", low);
    return "#a %s :lo".formatted(gen.oneOf(List.of("<", "<=", ">", ">=", "=")));
  }

  private static AttributeValue bound(Gen gen, boolean byTime) {
    if (!byTime) {
      return AttributeValue.fromN(Integer.toString(gen.between(-1, 21)));
    }
    String at = START.plus(Duration.ofMinutes(gen.between(-1500, 8 * 24 * 60))).toString();
    return AttributeValue.fromS(at.substring(0, gen.oneOf(List.of(7, 10, 13, at.length()))));
  }

  /** All rows of a query: how many, which, and in what order, if the rows show it. */
  private record Rows(
      int count, Map<Map<String, AttributeValue>, Long> items, List<AttributeValue> order) {
    static Rows of(QueryRequest query, List<QueryResponse> pages) {
      List<Map<String, AttributeValue>> items =
          pages.stream().flatMap(page -> page.items().stream()).toList();
      String ordered = ordered(query);
      return new Rows(
          pages.stream().mapToInt(QueryResponse::count).sum(),
          items.stream().collect(groupingBy(identity(), counting())),
          ordered == null
              ? List.of()
              : items.stream().map(item -> Objects.requireNonNull(item.get(ordered))).toList());
    }

    private static @Nullable String ordered(QueryRequest query) {
      if ("byKind".equals(query.indexName())) {
        return null;
      }
      boolean byValue = query.indexName() != null && query.indexName().endsWith("Value");
      return byValue ? "value" : query.projectionExpression() == null ? "at" : null;
    }
  }

  /** Pages through the series, and through the plain table without a limit. */
  private static void compare(Equivalence both, QueryRequest query, boolean fullPages) {
    Rows unused =
        both.same(
            query,
            query.toBuilder().tableName("all").limit(null).build(),
            (client, request) -> {
              List<QueryResponse> pages = client.pages(request, 600);
              if (fullPages && request.limit() != null && request.filterExpression() == null) {
                assertThat(pages.subList(0, pages.size() - 1))
                    .as("%s", request)
                    .allMatch(page -> page.count().equals(request.limit()));
              }
              return Rows.of(request, pages);
            });
  }
}
