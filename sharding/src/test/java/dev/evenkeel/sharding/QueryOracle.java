package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of a table and the expected result of a query, by code that shares nothing with the
 * library.
 */
record QueryOracle(ShardingSpec spec, List<AttributeValue> logicalKeys) {

  /** An item as a caller sees it, the piece that it belongs to, and the shard that holds it. */
  record Row(Map<String, AttributeValue> item, int piece, int shard) {}

  /** Reads the physical table. */
  List<Row> rows(DynamoDbClient plain) {
    return plain.scanPaginator(scan -> scan.tableName(spec.tableName())).items().stream()
        .flatMap(physical -> rowsOf(physical).stream())
        .toList();
  }

  private List<Row> rowsOf(Map<String, AttributeValue> physical) {
    List<Row> rows = new ArrayList<>();
    List<Piece> pieces = spec.shardCounts().byDefault().list();
    int piece = pieces.size() - 1;
    while (piece > 0
        && IndexValues.ORDER.compare(physical.get("sk"), pieces.get(piece).from()) < 0) {
      piece--;
    }
    int shards = pieces.get(piece).shards();
    for (int shard = 0; shard < shards; shard++) {
      for (AttributeValue logicalKey : logicalKeys) {
        AttributeValue stored = shards == 1 ? logicalKey : physicalKey(logicalKey, shard);
        if (stored.equals(physical.get("pk"))) {
          Map<String, AttributeValue> item = new HashMap<>(physical);
          item.put("pk", logicalKey);
          rows.add(new Row(item, piece, shard));
        }
      }
    }
    return rows;
  }

  private AttributeValue physicalKey(AttributeValue logicalKey, int shard) {
    SuffixFormat format = spec.suffixFormat();
    String number = "%d".formatted(format.first() + shard);
    String padded = "0".repeat(Math.max(0, format.digits() - number.length())) + number;
    String before = format.placement() == Placement.PREFIX ? padded + format.separator() : "";
    String after = format.placement() == Placement.SUFFIX ? format.separator() + padded : "";
    if (logicalKey.b() != null) {
      return AttributeValue.fromB(
          SdkBytes.fromString(
              before + logicalKey.b().asString(StandardCharsets.ISO_8859_1) + after,
              StandardCharsets.ISO_8859_1));
    }
    String text = logicalKey.s() != null ? logicalKey.s() : logicalKey.n();
    return AttributeValue.fromS(before + text + after);
  }

  /** The rows that a query is to find, in their order. */
  List<Row> inRange(List<Row> rows, RandomQuery query) {
    Comparator<Row> bySortKey =
        Comparator.comparing(row -> row.item().get("sk"), IndexValues.ORDER);
    Comparator<Row> byShard = Comparator.comparingInt(Row::piece).thenComparingInt(Row::shard);
    Comparator<Row> order =
        spec.order() == ScatterOrder.SORTED
            ? bySortKey.thenComparing(byShard)
            : byShard.thenComparing(bySortKey);
    return rows.stream()
        .filter(row -> row.item().get("pk").equals(query.logicalKey()))
        .filter(row -> query.admits(row.item().get("sk"), IndexValues.ORDER))
        .sorted(query.forward() ? order : order.reversed())
        .toList();
  }
}
