package dev.evenkeel.sharding.internal.plan.table;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.SingleAsk;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;

/**
 * The operations that fill a sharded table from a backup. Items come back as they were stored, so
 * what is restored must have been sharded in the very same way. A restore to a table without a spec
 * is not planned here: it holds physical items until a client is given a spec for it.
 */
public final class RestorePlan {
  private RestorePlan() {}

  public static @Nullable Machine<?, ?, ?> of(
      ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
    if (request instanceof RestoreTableFromBackupRequest restore) {
      ManagedTable target = tables.find(restore.targetTableName());
      return target == null ? null : fromBackup(tables.find(restore.backupArn()), target, restore);
    }
    if (request instanceof RestoreTableToPointInTimeRequest restore) {
      ManagedTable target = tables.find(restore.targetTableName());
      String source =
          restore.sourceTableArn() == null ? restore.sourceTableName() : restore.sourceTableArn();
      return target == null ? null : toPointInTime(tables.find(source), target, restore);
    }
    return null;
  }

  private static Machine<?, ?, RestoreTableFromBackupResponse> fromBackup(
      @Nullable ManagedTable source, ManagedTable target, RestoreTableFromBackupRequest request) {
    requireAlike(new Call("RestoreTableFromBackup", request.targetTableName()), source, target);
    LogicalSchema schema = new LogicalSchema(target);
    RestoreTableFromBackupRequest physical =
        request.hasGlobalSecondaryIndexOverride()
            ? request.toBuilder()
                .globalSecondaryIndexOverride(
                    schema.indexes().physical(request.globalSecondaryIndexOverride()))
                .build()
            : request;
    return SingleAsk.of(
        physical,
        (RestoreTableFromBackupResponse response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, RestoreTableToPointInTimeResponse> toPointInTime(
      @Nullable ManagedTable source,
      ManagedTable target,
      RestoreTableToPointInTimeRequest request) {
    requireAlike(new Call("RestoreTableToPointInTime", request.targetTableName()), source, target);
    LogicalSchema schema = new LogicalSchema(target);
    RestoreTableToPointInTimeRequest physical =
        request.hasGlobalSecondaryIndexOverride()
            ? request.toBuilder()
                .globalSecondaryIndexOverride(
                    schema.indexes().physical(request.globalSecondaryIndexOverride()))
                .build()
            : request;
    return SingleAsk.of(
        physical,
        (RestoreTableToPointInTimeResponse response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static void requireAlike(Call call, @Nullable ManagedTable source, ManagedTable target) {
    if (source == null || !source.layoutId().equals(target.layoutId())) {
      throw call.refuse(
          "the items would come back as they are stored, and the source is not known to be sharded"
              + " as the target is",
          "Give the client a spec of the source with the same layout, or restore with the"
              + " undecorated client");
    }
  }
}
