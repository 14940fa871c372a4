package dev.evenkeel.jobs.command;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/**
 * DynamoDB Local has no warm throughput: this client adds it, for a table with one index, and shows
 * it after a lookup or two.
 */
final class WarmClient extends DelegatingDynamoDbClient {
  private static final int LOOKS = 2;

  final List<UpdateTableRequest> updates = new ArrayList<>();
  WarmThroughput table = units(12_000, 4_000);
  WarmThroughput index = units(12_000, 4_000);
  @Nullable DynamoDbException lowering;
  List<ReplicaDescription> replicas = List.of();
  private int unsettled;

  WarmClient(DynamoDbClient delegate) {
    super(delegate);
  }

  private static WarmThroughput units(long read, long write) {
    return WarmThroughput.builder().readUnitsPerSecond(read).writeUnitsPerSecond(write).build();
  }

  /** Sets the units that were provisioned once. */
  void provisioned(long units) {
    table =
        units(
            Math.max(units, table.readUnitsPerSecond()),
            Math.max(units, table.writeUnitsPerSecond()));
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    DescribeTableResponse described = delegate().describeTable(request);
    boolean isSettled = unsettled-- <= 0;
    List<GlobalSecondaryIndexDescription> indexes =
        described.table().globalSecondaryIndexes().stream()
            .map(
                one ->
                    one.toBuilder()
                        .warmThroughput(
                            w ->
                                w.readUnitsPerSecond(index.readUnitsPerSecond())
                                    .writeUnitsPerSecond(index.writeUnitsPerSecond())
                                    .status(isSettled ? IndexStatus.ACTIVE : IndexStatus.UPDATING))
                        .build())
            .toList();
    return described.toBuilder()
        .table(
            described.table().toBuilder()
                .globalSecondaryIndexes(indexes)
                .replicas(replicas)
                .warmThroughput(
                    w ->
                        w.readUnitsPerSecond(table.readUnitsPerSecond())
                            .writeUnitsPerSecond(table.writeUnitsPerSecond())
                            .status(isSettled ? TableStatus.ACTIVE : TableStatus.UPDATING))
                .build())
        .build();
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    if (!updates.isEmpty() && lowering != null) {
      throw lowering;
    }
    updates.add(request);
    unsettled = LOOKS;
    if (request.provisionedThroughput() != null) {
      provisioned(request.provisionedThroughput().writeCapacityUnits());
      return delegate().updateTable(request);
    }
    table = request.warmThroughput() == null ? table : request.warmThroughput();
    for (GlobalSecondaryIndexUpdate one : request.globalSecondaryIndexUpdates()) {
      index = one.update().warmThroughput();
    }
    return UpdateTableResponse.builder().build();
  }
}
