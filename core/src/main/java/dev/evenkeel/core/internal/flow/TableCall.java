package dev.evenkeel.core.internal.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/**
 * A request to DynamoDB, answered with the response that belongs to it. The factories send what
 * they take, or what they are named after.
 *
 * @param <R> the response
 */
public record TableCall<R>(DynamoDbRequest request) implements Request<R> {

  /** An answer to a request, as the response that belongs to it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // by the class of the request
  public static <R> R response(DynamoDbResponse answer) {
    return (R) answer;
  }

  public static Flow<GetItemResponse> get(GetItemRequest request) {
    return flow(request);
  }

  public static Flow<PutItemResponse> put(PutItemRequest request) {
    return flow(request);
  }

  public static Flow<UpdateItemResponse> update(UpdateItemRequest request) {
    return flow(request);
  }

  public static Flow<DeleteItemResponse> delete(DeleteItemRequest request) {
    return flow(request);
  }

  public static Flow<QueryResponse> query(QueryRequest request) {
    return flow(request);
  }

  /** The items of all pages of a query, in their order. It fails if a page does. */
  public static Flow<List<Map<String, AttributeValue>>> queryAll(QueryRequest request) {
    return queryAll(request, TableCall::query);
  }

  /** The same with another way to send the request of a page. */
  public static Flow<List<Map<String, AttributeValue>>> queryAll(
      QueryRequest request, Function<QueryRequest, Flow<QueryResponse>> send) {
    return Flow.defer(() -> pages(request, send, new ArrayList<>()));
  }

  private static Flow<List<Map<String, AttributeValue>>> pages(
      QueryRequest request,
      Function<QueryRequest, Flow<QueryResponse>> send,
      List<Map<String, AttributeValue>> items) {
    return send.apply(request)
        .then(
            page -> {
              items.addAll(page.items());
              Map<String, AttributeValue> last = page.lastEvaluatedKey();
              return last.isEmpty()
                  ? Flow.of(items)
                  : pages(request.toBuilder().exclusiveStartKey(last).build(), send, items);
            });
  }

  public static Flow<ScanResponse> scan(ScanRequest request) {
    return flow(request);
  }

  public static Flow<BatchGetItemResponse> batchGet(BatchGetItemRequest request) {
    return flow(request);
  }

  public static Flow<BatchWriteItemResponse> batchWrite(BatchWriteItemRequest request) {
    return flow(request);
  }

  public static Flow<TransactGetItemsResponse> transactGet(TransactGetItemsRequest request) {
    return flow(request);
  }

  public static Flow<TransactWriteItemsResponse> transactWrite(TransactWriteItemsRequest request) {
    return flow(request);
  }

  public static Flow<DescribeTableResponse> describe(DescribeTableRequest request) {
    return flow(request);
  }

  public static Flow<DescribeTableResponse> describe(String tableName) {
    return flow(DescribeTableRequest.builder().tableName(tableName).build());
  }

  public static Flow<DescribeTimeToLiveResponse> describeTimeToLive(String tableName) {
    return flow(DescribeTimeToLiveRequest.builder().tableName(tableName).build());
  }

  public static Flow<CreateTableResponse> createTable(CreateTableRequest request) {
    return flow(request);
  }

  public static Flow<UpdateTableResponse> updateTable(UpdateTableRequest request) {
    return flow(request);
  }

  public static Flow<DeleteTableResponse> deleteTable(DeleteTableRequest request) {
    return flow(request);
  }

  public static Flow<ListTablesResponse> listTables(ListTablesRequest request) {
    return flow(request);
  }

  public static Flow<TagResourceResponse> tag(TagResourceRequest request) {
    return flow(request);
  }

  public static Flow<ListTagsOfResourceResponse> listTags(ListTagsOfResourceRequest request) {
    return flow(request);
  }

  public static Flow<UpdateTimeToLiveResponse> updateTimeToLive(UpdateTimeToLiveRequest request) {
    return flow(request);
  }

  public static Flow<UpdateContinuousBackupsResponse> updateBackups(
      UpdateContinuousBackupsRequest request) {
    return flow(request);
  }

  public static Flow<DescribeContinuousBackupsResponse> describeBackups(
      DescribeContinuousBackupsRequest request) {
    return flow(request);
  }

  public static Flow<GetResourcePolicyResponse> getPolicy(GetResourcePolicyRequest request) {
    return flow(request);
  }

  public static Flow<PutResourcePolicyResponse> putPolicy(PutResourcePolicyRequest request) {
    return flow(request);
  }

  public static Flow<DeleteResourcePolicyResponse> deletePolicy(
      DeleteResourcePolicyRequest request) {
    return flow(request);
  }

  public static Flow<ExportTableToPointInTimeResponse> export(
      ExportTableToPointInTimeRequest request) {
    return flow(request);
  }

  public static Flow<DescribeExportResponse> describeExport(DescribeExportRequest request) {
    return flow(request);
  }

  /** A write that counts as done, too, where its condition does not hold. */
  public static Flow<Done> unlessRefused(Flow<?> write) {
    return write
        .map(answer -> Done.DONE)
        .recover(ConditionalCheckFailedException.class, failure -> Flow.done());
  }

  private static <R extends DynamoDbResponse> Flow<R> flow(DynamoDbRequest request) {
    return Flow.ask(new TableCall<>(request));
  }
}
