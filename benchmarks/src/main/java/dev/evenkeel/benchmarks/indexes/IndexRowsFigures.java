package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The number of index entries that are read for one exact page of a sharded index. */
final class IndexRowsFigures {
  private static final int SHARDS = 50;
  private static final int ROWS = 100;
  private static final String NAME = "rows_top100_index_n50";

  private IndexRowsFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    int perShard = scale.of(200, ROWS);
    int sets = scale.of(20, 2);
    report.put(NAME + "_rows_per_shard", perShard);
    report.put(NAME + "_id_sets", sets);
    report.putMeanAndP99(NAME, Samples.of(sets, set -> read(new IdSet(set + 1), perShard)));
  }

  private static double read(IdSet ids, int perShard) {
    IndexClient index = new IndexClient();
    ShardingDynamoDbClient sharded =
        ShardingDynamoDbClient.builder(index).table(Invoices.spec(SHARDS)).build();
    IntStream.range(0, SHARDS * perShard)
        .mapToObj(rank -> Invoices.put(Invoices.item(ids, rank)))
        .forEach(put -> index.add(IndexOverheadFigures.sent(sharded, put).item()));
    List<String> page =
        sharded.query(top()).items().stream().map(i -> CannedTable.string(i, "due")).toList();
    List<String> expected = IntStream.range(0, ROWS).mapToObj(ids::id).toList();
    if (!page.equals(expected)) {
      throw new IllegalStateException("the page of the sharded index is not the first " + ROWS);
    }
    return (double) index.rowsRead() / ROWS;
  }

  private static QueryRequest top() {
    return QueryRequest.builder()
        .tableName(Invoices.TABLE)
        .indexName(Invoices.INDEX)
        .keyConditionExpression("country = :country")
        .expressionAttributeValues(Map.of(":country", AttributeValue.fromS(Invoices.COUNTRY)))
        .limit(ROWS)
        .build();
  }
}
