package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A query of two pages, of which each ends after a row. */
class QueryAllTest {
  private static final QueryRequest QUERY = QueryRequest.builder().tableName("T").build();

  private final List<QueryRequest> sent = new ArrayList<>();

  private static Map<String, AttributeValue> row(String id) {
    return Map.of("Id", AttributeValue.fromS(id));
  }

  private Object answer(Request<?> request) {
    QueryRequest query = (QueryRequest) ((TableCall<?>) request).request();
    sent.add(query);
    QueryResponse.Builder page = QueryResponse.builder();
    return query.hasExclusiveStartKey()
        ? page.items(List.of(row("2"))).build()
        : page.items(List.of(row("1"))).lastEvaluatedKey(row("1")).build();
  }

  @Test
  void queryAll_ofSeveralPages_hasTheirRowsInOrder_andMayRunAgain() {
    Flow<List<Map<String, AttributeValue>>> all = TableCall.queryAll(QUERY);
    for (int run = 0; run < 2; run++) {
      assertThat(SyncRunner.create().run(all, this::answer, Deadline.NONE))
          .containsExactly(row("1"), row("2"));
    }
    QueryRequest second = QUERY.toBuilder().exclusiveStartKey(row("1")).build();
    assertThat(sent).containsExactly(QUERY, second, QUERY, second);
  }

  @Test
  void queryAll_aPageFails_failsAsAWhole() {
    IllegalStateException failure = new IllegalStateException("second page");
    Flow<List<Map<String, AttributeValue>>> all =
        TableCall.queryAll(
            QUERY,
            page -> page.hasExclusiveStartKey() ? Flow.failed(failure) : TableCall.query(page));
    assertThatThrownBy(() -> SyncRunner.create().run(all, this::answer, Deadline.NONE))
        .isSameAs(failure);
    assertThat(sent).containsExactly(QUERY);
  }
}
