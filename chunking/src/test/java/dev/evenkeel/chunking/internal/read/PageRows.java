package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.operation.Query;
import dev.evenkeel.chunking.internal.operation.Scan;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Rows with and without a body in chunks, and reads of them, page by page. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class PageRows {
  static final int ROWS = 12;
  static final int BODY_BYTES = 250;
  static Docs docs;
  static final List<Map<String, AttributeValue>> LOGICAL = new ArrayList<>();

  final Driver driver = docs.driver();

  /** Rows 1 to 12; every third has no body; the ranks of an owner's rows are ties of three. */
  @BeforeAll
  static void fill(DynamoDbClient client) {
    docs = Docs.create(client, "pages");
    LOGICAL.clear();
    for (int at = 1; at <= ROWS; at++) {
      Map<String, AttributeValue> others =
          Map.of("owner", s("me"), "rank", n((at - 1) / 3), "even", n(at % 2));
      Map<String, AttributeValue> row = new HashMap<>(key("p", at));
      row.putAll(others);
      if (at % 3 == 0) {
        docs.putRaw(row);
      } else {
        row = docs.put(key("p", at), body(at), others);
      }
      LOGICAL.add(row);
    }
  }

  /** The body of row {@code at}. */
  static AttributeValue body(int at) {
    return s("%010d".formatted(at).repeat(BODY_BYTES / 10));
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  static QueryRequest.Builder byOwner() {
    return QueryRequest.builder()
        .tableName(docs.table)
        .indexName("byOwner")
        .keyConditionExpression("#o = :o")
        .expressionAttributeNames(Map.of("#o", "owner"))
        .expressionAttributeValues(Map.of(":o", s("me")));
  }

  QueryResponse run(QueryRequest.Builder request) {
    return driver.run(requireNonNull(Query.of(docs.hydrator(), request.build())));
  }

  ScanResponse run(ScanRequest.Builder request) {
    return driver.run(requireNonNull(Scan.of(docs.hydrator(), request.build())));
  }

  /** All rows, page by page, each of which has one row at least. */
  List<Map<String, AttributeValue>> pages(
      QueryRequest.Builder request, Consumer<QueryResponse> each) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      QueryResponse page = run(request.exclusiveStartKey(start));
      each.accept(page);
      rows.addAll(page.items());
      start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (start != null);
    return rows;
  }
}
