package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.canned.MemoryClient;
import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The rows and bytes that DynamoDB evaluates for a merged page, by the size of rows: of a client
 * that has seen the table, and of one that has not. An exact order takes a row of each shard, with
 * any reader.
 */
final class PageFigures {
  private static final Map<String, Integer> ROW_BYTES = new LinkedHashMap<>();
  private static final Map<String, QueryRequest> KINDS = new LinkedHashMap<>();
  private static final int HEAP_MIB = 256;
  private static final double MIB = 1 << 20;

  static {
    ROW_BYTES.put("row200", 200);
    ROW_BYTES.put("row10k", 10 << 10);
    ROW_BYTES.put("row100k", 100 << 10);
    ROW_BYTES.put("row400k", 400 << 10);
    QueryRequest all = Events.query(Events.DAY);
    KINDS.put("", all);
    KINDS.put("_limit10", Events.query(10));
    KINDS.put("_count", all.toBuilder().select(Select.COUNT).build());
    KINDS.put("_filter", all.toBuilder().filterExpression(CannedTable.NO_ROW).build());
  }

  private final FigureReport report;
  private final int sets;
  private final int pages;
  private final String suffix;
  private final int rowBytes;
  private final int rows;

  private PageFigures(Scale scale, FigureReport report, String size, int rowBytes) {
    this.report = report;
    this.sets = scale.of(5, 1);
    this.pages = scale.of(10, 2);
    this.suffix = "_n200_" + size;
    this.rowBytes = rowBytes;
    this.rows = ShardingFigures.SHARDS * (rowBytes < 1 << 10 ? scale.of(500, 30) : 12);
  }

  static void measure(Scale scale, FigureReport report) throws IOException, InterruptedException {
    for (Map.Entry<String, Integer> size : ROW_BYTES.entrySet()) {
      report.note("page_n200_" + size.getKey() + " ...");
      PageFigures figures = new PageFigures(scale, report, size.getKey(), size.getValue());
      KINDS.forEach(figures::firstPages);
      figures.unknown();
      figures.nextPages();
      String name = "page_live_mib_n200_" + size.getKey();
      ChildJvm.measure(
          report,
          PagePeakMain.class,
          HEAP_MIB,
          scale.of(10, 1),
          name,
          Integer.toString(size.getValue()));
    }
  }

  private CannedTable table(int set) {
    return Events.sharded(new IdSet(set + 1), rows, ShardingFigures.SHARDS, rowBytes);
  }

  private static DynamoDbClient client(CannedTable table) {
    return ShardingDynamoDbClient.builder(new MemoryClient(table))
        .table(Events.spec(ShardingFigures.SHARDS))
        .build();
  }

  /** Pages of a client that has read a page before. */
  private void firstPages(String kind, QueryRequest query) {
    double[] mib = new double[sets];
    double[] units = new double[sets];
    double[] requests = new double[sets];
    for (int set = 0; set < sets; set++) {
      CannedTable table = table(set);
      DynamoDbClient sharded = client(table);
      sharded.query(query);
      table.tally().reset();
      sharded.query(query);
      mib[set] = mib(table);
      units[set] = table.tally().units() / plainUnits(set, query);
      requests[set] = table.tally().requests();
    }
    report.put("first_page_mib" + suffix + kind, Samples.of(mib).max());
    report.put("first_page_units_ratio" + suffix + kind, Samples.of(units).mean());
    report.put("first_page_requests" + suffix + kind, Samples.of(requests).mean());
  }

  private double mib(CannedTable table) {
    return table.tally().rows() * (double) rowBytes / MIB;
  }

  private double plainUnits(int set, QueryRequest query) {
    CannedTable plain = Events.plain(new IdSet(set + 1), rows, rowBytes);
    DynamoDbClient client = new MemoryClient(plain);
    client.query(query.toBuilder().select((Select) null).build());
    return plain.tally().units();
  }

  /** Pages of a client that knows nothing of the table. */
  private void unknown() {
    Samples mib =
        Samples.of(
            sets,
            set -> {
              CannedTable table = table(set);
              client(table).query(Events.query(Events.DAY));
              return mib(table);
            });
    report.put("first_page_mib" + suffix + "_unknown", mib.max());
  }

  /** The pages that follow a first one, with rows read ahead and without. */
  private void nextPages() {
    report.put("next_page_mib" + suffix, nextPages(Events.query(Events.DAY)));
    report.put(
        "next_page_mib" + suffix + "_consistent",
        nextPages(Events.query(Events.DAY).toBuilder().consistentRead(true).build()));
  }

  private double nextPages(QueryRequest query) {
    return Samples.of(
            sets,
            set -> {
              CannedTable table = table(set);
              DynamoDbClient sharded = client(table);
              QueryResponse page = sharded.query(query);
              table.tally().reset();
              for (int i = 0; i < pages; i++) {
                page =
                    sharded.query(
                        query.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
              }
              return mib(table) / pages;
            })
        .mean();
  }
}
