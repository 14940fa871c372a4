package dev.evenkeel.core.client;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.operation.SdkRange;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListImportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListImportsResponse;
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
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/**
 * The base of every asynchronous decorator: forwards each operation to a delegate, unchanged.
 *
 * <p>The counterpart of {@link DelegatingDynamoDbClient}, whose documentation applies. The futures
 * are the delegate's own, so cancelling one cancels the call.
 */
public abstract class DelegatingDynamoDbAsyncClient implements DynamoDbAsyncClient {
  private final DynamoDbAsyncClient delegate;
  private final Ownership ownership;

  /** Borrows {@code delegate}: {@link #close()} leaves it open. */
  protected DelegatingDynamoDbAsyncClient(DynamoDbAsyncClient delegate) {
    this(delegate, Ownership.BORROWED);
  }

  protected DelegatingDynamoDbAsyncClient(DynamoDbAsyncClient delegate, Ownership ownership) {
    SdkRange.require();
    this.delegate = requireNonNull(delegate, "delegate");
    this.ownership = requireNonNull(ownership, "ownership");
  }

  /** The decorated client. Calls made on it directly bypass this decorator. */
  public final DynamoDbAsyncClient delegate() {
    return delegate;
  }

  /**
   * Every operation passes here on its way to the delegate.
   *
   * @param request the caller's request
   * @param operation the delegate's method; to forward, apply it
   */
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    return operation.apply(request);
  }

  @Override
  public final String serviceName() {
    return delegate.serviceName();
  }

  /** The delegate's configuration: region, endpoint, credentials, override configuration. */
  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return delegate.serviceClientConfiguration();
  }

  /** A waiter that polls through this decorator; its timers are shared and need no closing. */
  @Override
  public DynamoDbAsyncWaiter waiter() {
    return DynamoDbAsyncWaiter.builder()
        .client(this)
        .scheduledExecutorService(WaiterTimers.shared())
        .build();
  }

  /** Closes the delegate if this decorator owns it, else nothing. */
  @Override
  public void close() {
    if (ownership == Ownership.OWNED) {
      delegate.close();
    }
  }

  @Override
  public CompletableFuture<BatchExecuteStatementResponse> batchExecuteStatement(
      BatchExecuteStatementRequest request) {
    return invokeOperation(request, delegate::batchExecuteStatement);
  }

  @Override
  public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
    return invokeOperation(request, delegate::batchGetItem);
  }

  @Override
  public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
    return invokeOperation(request, delegate::batchWriteItem);
  }

  @Override
  public CompletableFuture<CreateBackupResponse> createBackup(CreateBackupRequest request) {
    return invokeOperation(request, delegate::createBackup);
  }

  @Override
  public CompletableFuture<CreateGlobalTableResponse> createGlobalTable(
      CreateGlobalTableRequest request) {
    return invokeOperation(request, delegate::createGlobalTable);
  }

  @Override
  public CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request) {
    return invokeOperation(request, delegate::createTable);
  }

  @Override
  public CompletableFuture<DeleteBackupResponse> deleteBackup(DeleteBackupRequest request) {
    return invokeOperation(request, delegate::deleteBackup);
  }

  @Override
  public CompletableFuture<DeleteItemResponse> deleteItem(DeleteItemRequest request) {
    return invokeOperation(request, delegate::deleteItem);
  }

  @Override
  public CompletableFuture<DeleteResourcePolicyResponse> deleteResourcePolicy(
      DeleteResourcePolicyRequest request) {
    return invokeOperation(request, delegate::deleteResourcePolicy);
  }

  @Override
  public CompletableFuture<DeleteTableResponse> deleteTable(DeleteTableRequest request) {
    return invokeOperation(request, delegate::deleteTable);
  }

  @Override
  public CompletableFuture<DescribeBackupResponse> describeBackup(DescribeBackupRequest request) {
    return invokeOperation(request, delegate::describeBackup);
  }

  @Override
  public CompletableFuture<DescribeContinuousBackupsResponse> describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    return invokeOperation(request, delegate::describeContinuousBackups);
  }

  @Override
  public CompletableFuture<DescribeContributorInsightsResponse> describeContributorInsights(
      DescribeContributorInsightsRequest request) {
    return invokeOperation(request, delegate::describeContributorInsights);
  }

  @Override
  public CompletableFuture<DescribeEndpointsResponse> describeEndpoints(
      DescribeEndpointsRequest request) {
    return invokeOperation(request, delegate::describeEndpoints);
  }

  @Override
  public CompletableFuture<DescribeExportResponse> describeExport(DescribeExportRequest request) {
    return invokeOperation(request, delegate::describeExport);
  }

  @Override
  public CompletableFuture<DescribeGlobalTableResponse> describeGlobalTable(
      DescribeGlobalTableRequest request) {
    return invokeOperation(request, delegate::describeGlobalTable);
  }

  @Override
  public CompletableFuture<DescribeGlobalTableSettingsResponse> describeGlobalTableSettings(
      DescribeGlobalTableSettingsRequest request) {
    return invokeOperation(request, delegate::describeGlobalTableSettings);
  }

  @Override
  public CompletableFuture<DescribeImportResponse> describeImport(DescribeImportRequest request) {
    return invokeOperation(request, delegate::describeImport);
  }

  @Override
  public CompletableFuture<DescribeKinesisStreamingDestinationResponse>
      describeKinesisStreamingDestination(DescribeKinesisStreamingDestinationRequest request) {
    return invokeOperation(request, delegate::describeKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<DescribeLimitsResponse> describeLimits(DescribeLimitsRequest request) {
    return invokeOperation(request, delegate::describeLimits);
  }

  @Override
  public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
    return invokeOperation(request, delegate::describeTable);
  }

  @Override
  public CompletableFuture<DescribeTableReplicaAutoScalingResponse> describeTableReplicaAutoScaling(
      DescribeTableReplicaAutoScalingRequest request) {
    return invokeOperation(request, delegate::describeTableReplicaAutoScaling);
  }

  @Override
  public CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(
      DescribeTimeToLiveRequest request) {
    return invokeOperation(request, delegate::describeTimeToLive);
  }

  @Override
  public CompletableFuture<DisableKinesisStreamingDestinationResponse>
      disableKinesisStreamingDestination(DisableKinesisStreamingDestinationRequest request) {
    return invokeOperation(request, delegate::disableKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<EnableKinesisStreamingDestinationResponse>
      enableKinesisStreamingDestination(EnableKinesisStreamingDestinationRequest request) {
    return invokeOperation(request, delegate::enableKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<ExecuteStatementResponse> executeStatement(
      ExecuteStatementRequest request) {
    return invokeOperation(request, delegate::executeStatement);
  }

  @Override
  public CompletableFuture<ExecuteTransactionResponse> executeTransaction(
      ExecuteTransactionRequest request) {
    return invokeOperation(request, delegate::executeTransaction);
  }

  @Override
  public CompletableFuture<ExportTableToPointInTimeResponse> exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    return invokeOperation(request, delegate::exportTableToPointInTime);
  }

  @Override
  public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
    return invokeOperation(request, delegate::getItem);
  }

  @Override
  public CompletableFuture<GetResourcePolicyResponse> getResourcePolicy(
      GetResourcePolicyRequest request) {
    return invokeOperation(request, delegate::getResourcePolicy);
  }

  @Override
  public CompletableFuture<ImportTableResponse> importTable(ImportTableRequest request) {
    return invokeOperation(request, delegate::importTable);
  }

  @Override
  public CompletableFuture<ListBackupsResponse> listBackups(ListBackupsRequest request) {
    return invokeOperation(request, delegate::listBackups);
  }

  @Override
  public CompletableFuture<ListContributorInsightsResponse> listContributorInsights(
      ListContributorInsightsRequest request) {
    return invokeOperation(request, delegate::listContributorInsights);
  }

  @Override
  public CompletableFuture<ListExportsResponse> listExports(ListExportsRequest request) {
    return invokeOperation(request, delegate::listExports);
  }

  @Override
  public CompletableFuture<ListGlobalTablesResponse> listGlobalTables(
      ListGlobalTablesRequest request) {
    return invokeOperation(request, delegate::listGlobalTables);
  }

  @Override
  public CompletableFuture<ListImportsResponse> listImports(ListImportsRequest request) {
    return invokeOperation(request, delegate::listImports);
  }

  @Override
  public CompletableFuture<ListTablesResponse> listTables(ListTablesRequest request) {
    return invokeOperation(request, delegate::listTables);
  }

  @Override
  public CompletableFuture<ListTagsOfResourceResponse> listTagsOfResource(
      ListTagsOfResourceRequest request) {
    return invokeOperation(request, delegate::listTagsOfResource);
  }

  @Override
  public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
    return invokeOperation(request, delegate::putItem);
  }

  @Override
  public CompletableFuture<PutResourcePolicyResponse> putResourcePolicy(
      PutResourcePolicyRequest request) {
    return invokeOperation(request, delegate::putResourcePolicy);
  }

  @Override
  public CompletableFuture<QueryResponse> query(QueryRequest request) {
    return invokeOperation(request, delegate::query);
  }

  @Override
  public CompletableFuture<RestoreTableFromBackupResponse> restoreTableFromBackup(
      RestoreTableFromBackupRequest request) {
    return invokeOperation(request, delegate::restoreTableFromBackup);
  }

  @Override
  public CompletableFuture<RestoreTableToPointInTimeResponse> restoreTableToPointInTime(
      RestoreTableToPointInTimeRequest request) {
    return invokeOperation(request, delegate::restoreTableToPointInTime);
  }

  @Override
  public CompletableFuture<ScanResponse> scan(ScanRequest request) {
    return invokeOperation(request, delegate::scan);
  }

  @Override
  public CompletableFuture<TagResourceResponse> tagResource(TagResourceRequest request) {
    return invokeOperation(request, delegate::tagResource);
  }

  @Override
  public CompletableFuture<TransactGetItemsResponse> transactGetItems(
      TransactGetItemsRequest request) {
    return invokeOperation(request, delegate::transactGetItems);
  }

  @Override
  public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
      TransactWriteItemsRequest request) {
    return invokeOperation(request, delegate::transactWriteItems);
  }

  @Override
  public CompletableFuture<UntagResourceResponse> untagResource(UntagResourceRequest request) {
    return invokeOperation(request, delegate::untagResource);
  }

  @Override
  public CompletableFuture<UpdateContinuousBackupsResponse> updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    return invokeOperation(request, delegate::updateContinuousBackups);
  }

  @Override
  public CompletableFuture<UpdateContributorInsightsResponse> updateContributorInsights(
      UpdateContributorInsightsRequest request) {
    return invokeOperation(request, delegate::updateContributorInsights);
  }

  @Override
  public CompletableFuture<UpdateGlobalTableResponse> updateGlobalTable(
      UpdateGlobalTableRequest request) {
    return invokeOperation(request, delegate::updateGlobalTable);
  }

  @Override
  public CompletableFuture<UpdateGlobalTableSettingsResponse> updateGlobalTableSettings(
      UpdateGlobalTableSettingsRequest request) {
    return invokeOperation(request, delegate::updateGlobalTableSettings);
  }

  @Override
  public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
    return invokeOperation(request, delegate::updateItem);
  }

  @Override
  public CompletableFuture<UpdateKinesisStreamingDestinationResponse>
      updateKinesisStreamingDestination(UpdateKinesisStreamingDestinationRequest request) {
    return invokeOperation(request, delegate::updateKinesisStreamingDestination);
  }

  @Override
  public CompletableFuture<UpdateTableResponse> updateTable(UpdateTableRequest request) {
    return invokeOperation(request, delegate::updateTable);
  }

  @Override
  public CompletableFuture<UpdateTableReplicaAutoScalingResponse> updateTableReplicaAutoScaling(
      UpdateTableReplicaAutoScalingRequest request) {
    return invokeOperation(request, delegate::updateTableReplicaAutoScaling);
  }

  @Override
  public CompletableFuture<UpdateTimeToLiveResponse> updateTimeToLive(
      UpdateTimeToLiveRequest request) {
    return invokeOperation(request, delegate::updateTimeToLive);
  }
}
