package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;

/** RestoreTableToPointInTime into a table that is sharded as its source is. */
final class RestoreTableToPointInTime
    extends RestoreOperation<RestoreTableToPointInTimeRequest, RestoreTableToPointInTimeResponse> {

  RestoreTableToPointInTime() {
    super(
        Operation.RESTORE_TABLE_TO_POINT_IN_TIME,
        RestoreTableToPointInTimeRequest.class,
        RestoreTableToPointInTimeRequest::targetTableName,
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  @Override
  @Nullable String source(RestoreTableToPointInTimeRequest request) {
    return request.sourceTableArn() == null ? request.sourceTableName() : request.sourceTableArn();
  }

  @Override
  List<LocalSecondaryIndex> localIndexes(RestoreTableToPointInTimeRequest request) {
    return request.localSecondaryIndexOverride();
  }

  @Override
  List<GlobalSecondaryIndex> globalIndexes(RestoreTableToPointInTimeRequest request) {
    return request.globalSecondaryIndexOverride();
  }

  @Override
  RestoreTableToPointInTimeRequest naming(
      RestoreTableToPointInTimeRequest request, List<GlobalSecondaryIndex> physical) {
    return request.toBuilder().globalSecondaryIndexOverride(physical).build();
  }
}
