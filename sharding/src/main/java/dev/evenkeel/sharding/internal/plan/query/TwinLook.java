package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Ends with a page, after a look at whether an item lies under the logical key itself. What becomes
 * of the look is nothing to the page.
 */
final class TwinLook implements Machine<QueryRequest, QueryResponse, QueryResponse> {
  private final QueryResponse page;
  private final Runnable found;
  private Step<QueryRequest, QueryResponse> next;

  /**
   * @param look null if there is none
   * @param found told if it finds something
   */
  TwinLook(QueryResponse page, @Nullable QueryRequest look, Runnable found) {
    this.page = page;
    this.found = found;
    this.next = look == null ? Step.finish(page) : Step.ask(0, look);
  }

  /** Counts one item at most, for half a read unit at least, and fetches nothing of it. */
  static QueryRequest request(QueryRequest query, String attribute, AttributeValue storedKey) {
    return QueryRequest.builder()
        .tableName(query.tableName())
        .keyConditionExpression("#key = :key")
        .expressionAttributeNames(Map.of("#key", attribute))
        .expressionAttributeValues(Map.of(":key", storedKey))
        .select(Select.COUNT)
        .limit(1)
        .overrideConfiguration(query.overrideConfiguration().orElse(null))
        .build();
  }

  @Override
  public Step<QueryRequest, QueryResponse> next() {
    Step<QueryRequest, QueryResponse> step = next;
    next = Step.park();
    return step;
  }

  @Override
  public void onAnswer(int ticket, QueryResponse answer) {
    if (answer.count() != null && answer.count() > 0) {
      found.run();
    }
    next = Step.finish(page);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    next = Step.finish(page);
  }
}
