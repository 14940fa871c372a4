package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;

/** RestoreTableFromBackup into a table that is sharded as its source is. */
final class RestoreTableFromBackup
    extends RestoreOperation<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse> {

  RestoreTableFromBackup() {
    super(
        Operation.RESTORE_TABLE_FROM_BACKUP,
        RestoreTableFromBackupRequest.class,
        RestoreTableFromBackupRequest::targetTableName,
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  @Override
  @Nullable String source(RestoreTableFromBackupRequest request) {
    return request.backupArn();
  }

  @Override
  List<LocalSecondaryIndex> localIndexes(RestoreTableFromBackupRequest request) {
    return request.localSecondaryIndexOverride();
  }

  @Override
  List<GlobalSecondaryIndex> globalIndexes(RestoreTableFromBackupRequest request) {
    return request.globalSecondaryIndexOverride();
  }

  @Override
  RestoreTableFromBackupRequest naming(
      RestoreTableFromBackupRequest request, List<GlobalSecondaryIndex> physical) {
    return request.toBuilder().globalSecondaryIndexOverride(physical).build();
  }
}
