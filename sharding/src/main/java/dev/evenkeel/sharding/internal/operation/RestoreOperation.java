package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.table.LogicalSchema;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;

/**
 * A restore into a table: its items come back as they are stored, so the source must be known to be
 * sharded as the target is.
 */
final class RestoreOperation<Q extends DynamoDbRequest, R extends DynamoDbResponse>
    extends TableOperation<Q, R> {
  private final Function<Q, @Nullable String> source;
  private final Function<Q, List<LocalSecondaryIndex>> localIndexes;
  private final Function<Q, List<GlobalSecondaryIndex>> globalIndexes;
  private final BiFunction<Q, List<GlobalSecondaryIndex>, Q> naming;

  /**
   * @param source the name or ARN of what is restored
   * @param naming the request with physical global indexes
   */
  private RestoreOperation(
      Operation operation,
      Class<Q> requestType,
      Function<Q, @Nullable String> target,
      Function<Q, @Nullable String> source,
      Function<Q, List<LocalSecondaryIndex>> localIndexes,
      Function<Q, List<GlobalSecondaryIndex>> globalIndexes,
      BiFunction<Q, List<GlobalSecondaryIndex>, Q> naming,
      BiFunction<LogicalSchema, R, R> logical) {
    super(
        operation,
        requestType,
        "Passes through if source and target are sharded alike; keys and their types are logical",
        target,
        logical);
    this.source = source;
    this.localIndexes = localIndexes;
    this.globalIndexes = globalIndexes;
    this.naming = naming;
  }

  static RestoreOperation<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse>
      fromBackup() {
    return new RestoreOperation<>(
        Operation.RESTORE_TABLE_FROM_BACKUP,
        RestoreTableFromBackupRequest.class,
        RestoreTableFromBackupRequest::targetTableName,
        RestoreTableFromBackupRequest::backupArn,
        RestoreTableFromBackupRequest::localSecondaryIndexOverride,
        RestoreTableFromBackupRequest::globalSecondaryIndexOverride,
        (request, physical) -> request.toBuilder().globalSecondaryIndexOverride(physical).build(),
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  static RestoreOperation<RestoreTableToPointInTimeRequest, RestoreTableToPointInTimeResponse>
      toPointInTime() {
    return new RestoreOperation<>(
        Operation.RESTORE_TABLE_TO_POINT_IN_TIME,
        RestoreTableToPointInTimeRequest.class,
        RestoreTableToPointInTimeRequest::targetTableName,
        request ->
            request.sourceTableArn() == null ? request.sourceTableName() : request.sourceTableArn(),
        RestoreTableToPointInTimeRequest::localSecondaryIndexOverride,
        RestoreTableToPointInTimeRequest::globalSecondaryIndexOverride,
        (request, physical) -> request.toBuilder().globalSecondaryIndexOverride(physical).build(),
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  @Override
  Q physical(ShardingTables tables, LogicalSchema schema, Q request) {
    Call call = new Call(operation().sdkName(), Objects.requireNonNull(nameOrArn(request)));
    requireAlike(call, tables.all().find(source.apply(request)), schema.table());
    List<GlobalSecondaryIndex> logical = globalIndexes.apply(request);
    schema.requireIndexes(call, List.of(), localIndexes.apply(request), logical);
    List<GlobalSecondaryIndex> physical = schema.indexes().physical(logical);
    return physical.isEmpty() ? request : naming.apply(request, physical);
  }

  private static void requireAlike(Call call, @Nullable ManagedTable source, ManagedTable target) {
    if (source == null || !source.layoutId().equals(target.layoutId())) {
      throw call.refuse(
          "the items would come back as they are stored, and the source is not known to be sharded"
              + " as the target is",
          "Give the client a spec of the source with the same layout, or restore with the"
              + " undecorated client");
    }
    if (!source.layout().equals(target.layout())) {
      throw call.refuse(
          "the layout record of the source has pieces or counts that the target's has not, or the other way round",
          "Restore with the undecorated client, and copy the source's record for the target before a"
              + " client uses that");
    }
    for (ShardedIndexSpec of : source.shardedIndexes()) {
      for (ShardedIndexSpec to : target.shardedIndexes()) {
        requireSeen(call, of, to);
      }
    }
  }

  /** The items keep the numbers of the source, and the target's queries must ask all of them. */
  private static void requireSeen(Call call, ShardedIndexSpec source, ShardedIndexSpec target) {
    boolean seen =
        source.shard().equals(target.shard())
            && source.first() == target.first()
            && source.shards() <= target.shards();
    if (source.name().equals(target.name()) && !seen) {
      throw call.refuse(
          "the items keep the numbers that spread index '%s' of the source, and the target's spec reads other ones"
              .formatted(source.name()),
          "Declare the index with the shard attribute and first number of the source, and at least"
              + " as many shards");
    }
  }
}
