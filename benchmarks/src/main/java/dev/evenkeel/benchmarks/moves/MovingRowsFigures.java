package dev.evenkeel.benchmarks.moves;

import static dev.evenkeel.benchmarks.moves.MoveSpeedFigures.require;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The rows that a consistent query through all items of a key evaluates while they are moved, by
 * those before or after it, whichever is more.
 */
final class MovingRowsFigures {
  private static final int[][] MOVES = {{1, 8}, {8, 50}};
  private static final List<Integer> LIMITS = List.of(25, 1_000);

  private MovingRowsFigures() {}

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report) {
    int items = scale.of(2_000, 100);
    double worst = 0;
    report.put("query_rows_items", items);
    for (int[] counts : MOVES) {
      for (int limit : LIMITS) {
        String name = "query_rows_moving_%dto%d_p%d".formatted(counts[0], counts[1], limit);
        report.note(name + " ...");
        double ratio = ratio(dynamoDb, counts, items, limit, report, name);
        worst = Math.max(worst, ratio);
      }
    }
    report.put("query_rows_moving", worst);
  }

  private static double ratio(
      LocalDynamoDb dynamoDb,
      int[] counts,
      int items,
      int limit,
      FigureReport report,
      String name) {
    SpreadTable table = SpreadTable.filled(dynamoDb, name, counts[0], 1, 200, items);
    double before = rows(table, items, limit);
    table.begunOne(counts[1]);
    double moving = rows(table, items, limit);
    table.touch(items / 2);
    moving = Math.max(moving, rows(table, items, limit));
    table.move();
    moving = Math.max(moving, rows(table, items, limit));
    require(table.isProved(), "the move is proved");
    table.with(
        (guarded, spec) -> {
          Resharder.of(spec, guarded).finish();
          return true;
        });
    double settled = Math.max(before, rows(table, items, limit));
    report.put(name, moving / settled);
    report.put(name + "_settled", settled / items);
    return moving / settled;
  }

  private static double rows(SpreadTable table, int items, int limit) {
    RequestMeter meter = new RequestMeter();
    long found =
        table.with(
            (guarded, spec) -> {
              DynamoDbClient client = ShardingDynamoDbClient.builder(guarded).table(spec).build();
              return client.queryPaginator(query(table, limit)).items().stream().count();
            },
            meter);
    require(found == items, "a query gives all items: " + found);
    return meter.rows();
  }

  private static QueryRequest query(SpreadTable table, @Nullable Integer limit) {
    return QueryRequest.builder()
        .tableName(table.name())
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", table.key(0)))
        .consistentRead(true)
        .limit(limit)
        .build();
  }
}
