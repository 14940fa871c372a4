package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.table.LogicalSchema;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** An operation that defines or describes a table: the physical key type goes in and stays in. */
class TableOperation<Q extends DynamoDbRequest, R extends DynamoDbResponse>
    extends ShardingOperation<Q, R> {
  static final String KEYS_ARE_LOGICAL =
      "The type of the partition key and the keys of sharded indexes are the logical ones";

  private final Function<Q, @Nullable String> nameOrArn;
  private final BiFunction<LogicalSchema, R, R> logical;

  /**
   * @param logical the response with the logical key types
   */
  TableOperation(
      Operation operation,
      Class<Q> requestType,
      String summary,
      Function<Q, @Nullable String> nameOrArn,
      BiFunction<LogicalSchema, R, R> logical) {
    super(operation, requestType, Disposition.REWRITE, summary);
    this.nameOrArn = nameOrArn;
    this.logical = logical;
  }

  final @Nullable String nameOrArn(Q request) {
    return nameOrArn.apply(request);
  }

  /** The request with the physical key types; it is refused if the table could not be sharded. */
  Q physical(ShardingTables tables, LogicalSchema schema, Q request) {
    return request;
  }

  @Override
  public final @Nullable Plan<R> plan(ShardingTables tables, Q request) {
    ManagedTable table = tables.all().find(nameOrArn(request));
    if (table == null) {
      return null;
    }
    LogicalSchema schema = new LogicalSchema(table);
    return Plan.of(
        Flow.ask(new TableCall<R>(physical(tables, schema, request)))
            .map(response -> logical.apply(schema, response)));
  }
}
