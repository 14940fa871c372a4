package dev.evenkeel.chunking;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.concurrent.atomic.DoubleAdder;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Sums the units that DynamoDB says requests took. */
final class MeteringClient extends DelegatingDynamoDbClient {
  private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;

  private final DoubleAdder units = new DoubleAdder();

  MeteringClient(DynamoDbClient delegate) {
    super(delegate);
  }

  /** The units since the last call. */
  double takeUnits() {
    return units.sumThenReset();
  }

  private void add(@Nullable ConsumedCapacity consumed) {
    units.add(consumed == null ? 0 : consumed.capacityUnits());
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response =
        super.getItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    add(response.consumedCapacity());
    return response;
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    BatchGetItemResponse response =
        super.batchGetItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    response.consumedCapacity().forEach(this::add);
    return response;
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    QueryResponse response = super.query(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    add(response.consumedCapacity());
    return response;
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    PutItemResponse response =
        super.putItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    add(response.consumedCapacity());
    return response;
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    UpdateItemResponse response =
        super.updateItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    add(response.consumedCapacity());
    return response;
  }
}
