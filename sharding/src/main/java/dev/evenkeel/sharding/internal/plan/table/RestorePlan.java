package dev.evenkeel.sharding.internal.plan.table;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.List;
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
 * The operations that fill a sharded table from a backup. Items come back as they were stored, so
 * what is restored must have been sharded in the very same way. A restore to a table without a spec
 * is not planned here: it holds physical items until a client is given a spec for it.
 */
public final class RestorePlan {
  private final Call call;
  private final LogicalSchema schema;

  private RestorePlan(Call call, @Nullable ManagedTable source, ManagedTable target) {
    this.call = call;
    this.schema = new LogicalSchema(target);
    requireAlike(call, source, target);
  }

  public static @Nullable Plan<?> of(ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
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

  private static Plan<?> fromBackup(
      @Nullable ManagedTable source, ManagedTable target, RestoreTableFromBackupRequest request) {
    Call call = new Call("RestoreTableFromBackup", request.targetTableName());
    return new RestorePlan(call, source, target)
        .plan(
            request,
            new Indexes(
                request.localSecondaryIndexOverride(), request.globalSecondaryIndexOverride()),
            global -> request.toBuilder().globalSecondaryIndexOverride(global).build(),
            (LogicalSchema schema, RestoreTableFromBackupResponse response) ->
                response.toBuilder()
                    .tableDescription(schema.logical(response.tableDescription()))
                    .build());
  }

  private static Plan<?> toPointInTime(
      @Nullable ManagedTable source,
      ManagedTable target,
      RestoreTableToPointInTimeRequest request) {
    Call call = new Call("RestoreTableToPointInTime", request.targetTableName());
    return new RestorePlan(call, source, target)
        .plan(
            request,
            new Indexes(
                request.localSecondaryIndexOverride(), request.globalSecondaryIndexOverride()),
            global -> request.toBuilder().globalSecondaryIndexOverride(global).build(),
            (LogicalSchema schema, RestoreTableToPointInTimeResponse response) ->
                response.toBuilder()
                    .tableDescription(schema.logical(response.tableDescription()))
                    .build());
  }

  /** The indexes that a request names. */
  private record Indexes(List<LocalSecondaryIndex> local, List<GlobalSecondaryIndex> global) {}

  private <Q extends DynamoDbRequest, R extends DynamoDbResponse> Plan<R> plan(
      Q request,
      Indexes indexes,
      Function<List<GlobalSecondaryIndex>, Q> naming,
      BiFunction<LogicalSchema, R, R> logical) {
    DeclaredIndexes.require(call, schema, indexes.local(), indexes.global());
    List<GlobalSecondaryIndex> physical = schema.indexes().physical(indexes.global());
    Q named = physical.isEmpty() ? request : naming.apply(physical);
    return Plan.of(
        Flow.ask(new TableCall<R>(named))
            .map(response -> logical.apply(schema, response))
            .step(RestorePlan.class, "restore"));
  }

  private static void requireAlike(Call call, @Nullable ManagedTable source, ManagedTable target) {
    if (source == null || !source.layoutId().equals(target.layoutId())) {
      throw call.refuse(
          "the items would come back as they are stored, and the source is not known to be sharded"
              + " as the target is",
          "Give the client a spec of the source with the same layout, or restore with the"
              + " undecorated client");
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
