package dev.evenkeel.jobs.work;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Shows a missing control table as an empty one, so that the first plan can be read before anything
 * is created.
 */
final class AbsentLedger extends DelegatingDynamoDbClient {
  private final String controlTable;

  AbsentLedger(DynamoDbClient delegate, String controlTable) {
    super(delegate);
    this.controlTable = controlTable;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return request.tableName().equals(controlTable)
        ? GetItemResponse.builder().build()
        : super.getItem(request);
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return request.tableName().equals(controlTable)
        ? QueryResponse.builder().build()
        : super.query(request);
  }
}
