package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

class HeapSizeTest {
  private static final QueryResponse EMPTY = QueryResponse.builder().build();
  private static final String LONG = "x".repeat(4000);

  private static int with(Function<QueryRequest.Builder, QueryRequest.Builder> more) {
    return HeapSize.ofPage(more.apply(QueryRequest.builder()).build(), EMPTY);
  }

  /** A page is kept with what was asked for it, however little was found. */
  @Test
  void ofPage_whatWasAsked_isCounted() {
    int nothing = with(asked -> asked);

    assertThat(with(asked -> asked.keyConditionExpression(LONG))).isGreaterThan(nothing + 4000);
    assertThat(with(asked -> asked.filterExpression(LONG))).isGreaterThan(nothing + 4000);
    assertThat(with(asked -> asked.projectionExpression(LONG))).isGreaterThan(nothing + 4000);
    assertThat(with(asked -> asked.expressionAttributeNames(Map.of("#x", LONG))))
        .isGreaterThan(nothing + 4000);
    assertThat(
            with(
                asked -> asked.expressionAttributeValues(Map.of(":x", AttributeValue.fromS(LONG)))))
        .isGreaterThan(nothing + 4000);
    assertThat(with(asked -> asked.exclusiveStartKey(Map.of("x", AttributeValue.fromS(LONG)))))
        .isGreaterThan(nothing + 4000);
    assertThat(with(asked -> asked.filterExpression(LONG.replace('x', '\u20ac'))))
        .isGreaterThan(nothing + 8000);
  }
}
