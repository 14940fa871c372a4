package dev.evenkeel.sharding.hostile;

import dev.evenkeel.core.operation.Operation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** The requests whose answers tell the key types of a table. */
final class TableRequests {
  static final Set<Operation> REWRITTEN =
      EnumSet.of(
          Operation.CREATE_TABLE,
          Operation.UPDATE_TABLE,
          Operation.DELETE_TABLE,
          Operation.DESCRIBE_TABLE,
          Operation.DESCRIBE_IMPORT,
          Operation.RESTORE_TABLE_FROM_BACKUP,
          Operation.RESTORE_TABLE_TO_POINT_IN_TIME);

  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/orders";

  private TableRequests() {}

  static List<DynamoDbRequest> of(PhysicalFixture fixture) {
    String table = fixture.spec().tableName();
    return List.of(
        CreateTableRequest.builder().tableName(table).build(),
        UpdateTableRequest.builder().tableName(table).build(),
        DeleteTableRequest.builder().tableName(table).build(),
        DescribeTableRequest.builder().tableName(table).build(),
        DescribeImportRequest.builder().importArn(ARN + "/import/01").build(),
        RestoreTableFromBackupRequest.builder()
            .targetTableName(table)
            .backupArn(ARN + "/backup/01")
            .build(),
        RestoreTableToPointInTimeRequest.builder()
            .targetTableName(table)
            .sourceTableName(table)
            .build());
  }
}
