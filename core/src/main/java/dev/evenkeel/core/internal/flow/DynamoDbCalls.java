package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.DecoratorException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/**
 * Calls the operation that a request object belongs to, for flows that ask requests of several
 * types. Knows the operations on items (PartiQL included), those that tell the key types of a
 * table, those that a spec is verified by, those that build, change, export and delete tables; any
 * other request is a {@link DecoratorException}.
 */
public final class DynamoDbCalls {
  private static final Map<Class<?>, Call<?>> CALLS =
      Stream.<Call<?>>of(
              new Call<>(
                  DeleteResourcePolicyRequest.class,
                  DynamoDbClient::deleteResourcePolicy,
                  DynamoDbAsyncClient::deleteResourcePolicy),
              new Call<>(
                  GetResourcePolicyRequest.class,
                  DynamoDbClient::getResourcePolicy,
                  DynamoDbAsyncClient::getResourcePolicy),
              new Call<>(
                  PutResourcePolicyRequest.class,
                  DynamoDbClient::putResourcePolicy,
                  DynamoDbAsyncClient::putResourcePolicy),
              new Call<>(
                  ExportTableToPointInTimeRequest.class,
                  DynamoDbClient::exportTableToPointInTime,
                  DynamoDbAsyncClient::exportTableToPointInTime),
              new Call<>(
                  DescribeExportRequest.class,
                  DynamoDbClient::describeExport,
                  DynamoDbAsyncClient::describeExport),
              new Call<>(
                  CreateTableRequest.class,
                  DynamoDbClient::createTable,
                  DynamoDbAsyncClient::createTable),
              new Call<>(
                  DeleteTableRequest.class,
                  DynamoDbClient::deleteTable,
                  DynamoDbAsyncClient::deleteTable),
              new Call<>(
                  DescribeImportRequest.class,
                  DynamoDbClient::describeImport,
                  DynamoDbAsyncClient::describeImport),
              new Call<>(
                  DescribeTableRequest.class,
                  DynamoDbClient::describeTable,
                  DynamoDbAsyncClient::describeTable),
              new Call<>(
                  DescribeTimeToLiveRequest.class,
                  DynamoDbClient::describeTimeToLive,
                  DynamoDbAsyncClient::describeTimeToLive),
              new Call<>(
                  RestoreTableFromBackupRequest.class,
                  DynamoDbClient::restoreTableFromBackup,
                  DynamoDbAsyncClient::restoreTableFromBackup),
              new Call<>(
                  RestoreTableToPointInTimeRequest.class,
                  DynamoDbClient::restoreTableToPointInTime,
                  DynamoDbAsyncClient::restoreTableToPointInTime),
              new Call<>(
                  UpdateTableRequest.class,
                  DynamoDbClient::updateTable,
                  DynamoDbAsyncClient::updateTable),
              new Call<>(
                  DescribeContinuousBackupsRequest.class,
                  DynamoDbClient::describeContinuousBackups,
                  DynamoDbAsyncClient::describeContinuousBackups),
              new Call<>(
                  ListTablesRequest.class,
                  DynamoDbClient::listTables,
                  DynamoDbAsyncClient::listTables),
              new Call<>(
                  ListTagsOfResourceRequest.class,
                  DynamoDbClient::listTagsOfResource,
                  DynamoDbAsyncClient::listTagsOfResource),
              new Call<>(
                  TagResourceRequest.class,
                  DynamoDbClient::tagResource,
                  DynamoDbAsyncClient::tagResource),
              new Call<>(
                  UpdateContinuousBackupsRequest.class,
                  DynamoDbClient::updateContinuousBackups,
                  DynamoDbAsyncClient::updateContinuousBackups),
              new Call<>(
                  UpdateTimeToLiveRequest.class,
                  DynamoDbClient::updateTimeToLive,
                  DynamoDbAsyncClient::updateTimeToLive),
              new Call<>(
                  BatchExecuteStatementRequest.class,
                  DynamoDbClient::batchExecuteStatement,
                  DynamoDbAsyncClient::batchExecuteStatement),
              new Call<>(
                  BatchGetItemRequest.class,
                  DynamoDbClient::batchGetItem,
                  DynamoDbAsyncClient::batchGetItem),
              new Call<>(
                  BatchWriteItemRequest.class,
                  DynamoDbClient::batchWriteItem,
                  DynamoDbAsyncClient::batchWriteItem),
              new Call<>(
                  DeleteItemRequest.class,
                  DynamoDbClient::deleteItem,
                  DynamoDbAsyncClient::deleteItem),
              new Call<>(
                  ExecuteStatementRequest.class,
                  DynamoDbClient::executeStatement,
                  DynamoDbAsyncClient::executeStatement),
              new Call<>(
                  ExecuteTransactionRequest.class,
                  DynamoDbClient::executeTransaction,
                  DynamoDbAsyncClient::executeTransaction),
              new Call<>(
                  GetItemRequest.class, DynamoDbClient::getItem, DynamoDbAsyncClient::getItem),
              new Call<>(
                  PutItemRequest.class, DynamoDbClient::putItem, DynamoDbAsyncClient::putItem),
              new Call<>(QueryRequest.class, DynamoDbClient::query, DynamoDbAsyncClient::query),
              new Call<>(ScanRequest.class, DynamoDbClient::scan, DynamoDbAsyncClient::scan),
              new Call<>(
                  TransactGetItemsRequest.class,
                  DynamoDbClient::transactGetItems,
                  DynamoDbAsyncClient::transactGetItems),
              new Call<>(
                  TransactWriteItemsRequest.class,
                  DynamoDbClient::transactWriteItems,
                  DynamoDbAsyncClient::transactWriteItems),
              new Call<>(
                  UpdateItemRequest.class,
                  DynamoDbClient::updateItem,
                  DynamoDbAsyncClient::updateItem))
          .collect(Collectors.toUnmodifiableMap(Call::type, Function.identity()));

  private DynamoDbCalls() {}

  /** Sends {@code request} with {@code client} and returns the response of the matching type. */
  public static DynamoDbResponse call(DynamoDbClient client, DynamoDbRequest request) {
    return callFor(request).send(client, request);
  }

  /** Sends {@code request} with {@code client}; the future is the client's own. */
  public static CompletableFuture<DynamoDbResponse> call(
      DynamoDbAsyncClient client, DynamoDbRequest request) {
    return callFor(request).send(client, request);
  }

  private static Call<?> callFor(DynamoDbRequest request) {
    Call<?> call = CALLS.get(request.getClass());
    if (call == null) {
      throw new DecoratorException(
          "%s is a request that no flow sends. Call its method on the client itself."
              .formatted(request.getClass().getSimpleName()));
    }
    return call;
  }

  private record Call<T extends DynamoDbRequest>(
      Class<T> type,
      BiFunction<DynamoDbClient, T, ? extends DynamoDbResponse> sync,
      BiFunction<DynamoDbAsyncClient, T, CompletableFuture<? extends DynamoDbResponse>> async) {

    DynamoDbResponse send(DynamoDbClient client, DynamoDbRequest request) {
      return sync.apply(client, type.cast(request));
    }

    @SuppressWarnings("unchecked") // the client's own future is only read, never completed here
    CompletableFuture<DynamoDbResponse> send(DynamoDbAsyncClient client, DynamoDbRequest request) {
      return (CompletableFuture<DynamoDbResponse>) async.apply(client, type.cast(request));
    }
  }
}
