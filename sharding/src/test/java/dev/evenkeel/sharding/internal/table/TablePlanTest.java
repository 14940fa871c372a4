package dev.evenkeel.sharding.internal.table;

import static dev.evenkeel.sharding.Transactions.hashed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.internal.operation.Planned;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Operations on tables that DynamoDB Local lacks, and those that are refused. */
class TablePlanTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:111122223333:table/";
  private static final ShardingSpec READINGS = numbers("readings").shards(4).build();
  private static final ShardingSpec ALIKE = numbers("restored").shards(4).build();
  private static final ShardingSpec WIDER = numbers("wider").shards(8).build();
  private static final ShardingSpec[] ALL = {READINGS, ALIKE, WIDER};

  private static final TableDescription PHYSICAL =
      TableDescription.builder()
          .attributeDefinitions(
              definition("device", ScalarAttributeType.S),
              definition("time", ScalarAttributeType.S))
          .build();

  private static ShardingSpec.Builder numbers(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("device", ScalarAttributeType.N)
        .sortKey("time");
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static CreateTableRequest create(
      List<KeySchemaElement> key, AttributeDefinition... definitions) {
    return CreateTableRequest.builder()
        .tableName("readings")
        .keySchema(key)
        .attributeDefinitions(definitions)
        .build();
  }

  private static List<KeySchemaElement> key(String partition, String sort) {
    return List.of(element(partition, KeyType.HASH), element(sort, KeyType.RANGE));
  }

  static Stream<Arguments> refused() {
    AttributeDefinition device = definition("device", ScalarAttributeType.N);
    AttributeDefinition time = definition("time", ScalarAttributeType.S);
    return Stream.of(
        Arguments.of(
            create(key("machine", "time"), definition("machine", ScalarAttributeType.N), time),
            "the table's partition key is 'machine' and its sort key 'time', but the spec's"
                + " partition key is 'device' and its sort key 'time'"),
        Arguments.of(
            create(List.of(element("device", KeyType.HASH)), device),
            "the table's partition key is 'device' and its sort key missing, but"),
        Arguments.of(
            create(key("device", "at"), device, definition("at", ScalarAttributeType.S)),
            "the table's partition key is 'device' and its sort key 'at', but"),
        Arguments.of(
            create(key("device", "time"), definition("device", ScalarAttributeType.S), time),
            "key attribute 'device' is defined as S, but the spec says N"),
        Arguments.of(
            create(key("device", "time"), device, definition("time", ScalarAttributeType.N)),
            "key attribute 'time' is defined as N, but the spec says S"),
        Arguments.of(
            UpdateTableRequest.builder()
                .tableName("readings")
                .attributeDefinitions(definition("device", ScalarAttributeType.S))
                .build(),
            "key attribute 'device' is defined as S, but the spec says N"),
        Arguments.of(
            ImportTableRequest.builder()
                .tableCreationParameters(table -> table.tableName("readings"))
                .build(),
            "the imported items would be stored as they are, not on shards"),
        Arguments.of(fromBackup("orders", "readings"), "the items would come back as they are"),
        Arguments.of(fromBackup("wider", "readings"), "the items would come back as they are"),
        Arguments.of(toPointInTime("orders", "readings"), "the items would come back as they are"),
        Arguments.of(
            ExecuteStatementRequest.builder().statement("SELECT * FROM readings").build(),
            "the statement may name a sharded table"));
  }

  private static RestoreTableFromBackupRequest fromBackup(String source, String target) {
    return RestoreTableFromBackupRequest.builder()
        .backupArn(ARN + source + "/backup/01")
        .targetTableName(target)
        .build();
  }

  private static RestoreTableToPointInTimeRequest toPointInTime(String source, String target) {
    return RestoreTableToPointInTimeRequest.builder()
        .sourceTableName(source)
        .targetTableName(target)
        .build();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void request_thatCannotBeHonoured_isRefused(DynamoDbRequest request, String reason) {
    ShardingPlanner planner = Planned.planner(ALL);
    assertThatThrownBy(() -> planner.plan(request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(" refused: " + reason);
  }

  @Test
  void restore_fromATableShardedAlike_passesWithLogicalTypes() {
    RestoreTableFromBackupRequest backup = fromBackup("readings", "restored");
    Planned<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse> planned =
        Planned.of(backup, ALL);
    assertThat(planned.sent()).isSameAs(backup);
    assertLogical(
        planned
            .answered(RestoreTableFromBackupResponse.builder().tableDescription(PHYSICAL).build())
            .tableDescription());

    RestoreTableToPointInTimeRequest point =
        toPointInTime("restored", "readings").toBuilder()
            .sourceTableName(null)
            .sourceTableArn(ARN + "restored")
            .build();
    Planned<RestoreTableToPointInTimeRequest, RestoreTableToPointInTimeResponse> toPoint =
        Planned.of(point, ALL);
    assertLogical(
        toPoint
            .answered(
                RestoreTableToPointInTimeResponse.builder().tableDescription(PHYSICAL).build())
            .tableDescription());
  }

  private static void assertLogical(TableDescription table) {
    assertThat(table.attributeDefinitions())
        .containsExactly(
            definition("device", ScalarAttributeType.N), definition("time", ScalarAttributeType.S));
  }

  @Test
  void describeImport_ofAShardedTable_tellsLogicalTypes() {
    Planned<DescribeImportRequest, DescribeImportResponse> planned =
        Planned.of(
            DescribeImportRequest.builder().importArn(ARN + "readings/import/01").build(), ALL);
    DescribeImportResponse response =
        planned.answered(
            DescribeImportResponse.builder()
                .importTableDescription(
                    i ->
                        i.tableCreationParameters(
                            t -> t.attributeDefinitions(PHYSICAL.attributeDefinitions())))
                .build());
    assertThat(response.importTableDescription().tableCreationParameters().attributeDefinitions())
        .contains(definition("device", ScalarAttributeType.N));
  }

  @Test
  void createTable_replicaWithoutAKey_passes() {
    CreateTableRequest replica =
        CreateTableRequest.builder()
            .tableName("readings")
            .globalTableSourceArn(ARN.replace("1111", "9999") + "readings")
            .build();
    assertThat(Planned.<CreateTableRequest, CreateTableResponse>of(replica, ALL).sent())
        .isEqualTo(replica);
  }

  @Test
  void createTable_stringKey_isSentAsItIs() {
    CreateTableRequest request =
        CreateTableRequest.builder()
            .tableName("orders")
            .keySchema(key("pk", "sk"))
            .attributeDefinitions(
                definition("pk", ScalarAttributeType.S), definition("sk", ScalarAttributeType.S))
            .build();
    assertThat(
            Planned.<CreateTableRequest, CreateTableResponse>of(request, hashed("orders")).sent())
        .isEqualTo(request);
  }

  @Test
  void operationsOnTheTableAsAWhole_areNotPlanned() {
    ShardingPlanner planner = Planned.planner(ALL);
    assertNotPlanned(planner, TagResourceRequest.builder().resourceArn(ARN + "readings").build());
    assertNotPlanned(
        planner, ExportTableToPointInTimeRequest.builder().tableArn(ARN + "readings").build());
    assertNotPlanned(planner, fromBackup("readings", "elsewhere"));
    assertNotPlanned(planner, toPointInTime("readings", "elsewhere"));
    assertNotPlanned(planner, CreateTableRequest.builder().tableName("other").build());
  }

  private static void assertNotPlanned(ShardingPlanner planner, DynamoDbRequest request) {
    assertThat(planner.<Object>plan(request) == null).as(() -> request.toString()).isTrue();
  }
}
