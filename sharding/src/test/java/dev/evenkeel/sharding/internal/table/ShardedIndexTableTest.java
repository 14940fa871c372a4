package dev.evenkeel.sharding.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.internal.operation.Planned;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Backups and restores, which DynamoDB Local lacks, of tables with sharded indexes. */
class ShardedIndexTableTest {
  private static final String BACKUP =
      "arn:aws:dynamodb:us-east-1:111122223333:table/invoices/backup/01";
  private static final ShardedIndexSpec BY_COUNTRY =
      ShardedIndexSpec.numberFirst("byCountry", "country", 4);
  private static final ShardingSpec SOURCE = spec("invoices", BY_COUNTRY);
  private static final List<KeySchemaElement> LOGICAL = List.of(element("country", KeyType.HASH));
  private static final List<KeySchemaElement> PHYSICAL =
      List.of(element("evenkeel.byCountry", KeyType.HASH), element("country", KeyType.RANGE));

  private static ShardingSpec spec(String table, ShardedIndexSpec index) {
    return ShardingSpec.builder(table)
        .partitionKey("invoice")
        .shards(1)
        .shardedIndex(index)
        .build();
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static GlobalSecondaryIndex index(List<KeySchemaElement> key) {
    return GlobalSecondaryIndex.builder().indexName("byCountry").keySchema(key).build();
  }

  private static RestoreTableFromBackupRequest fromBackup(GlobalSecondaryIndex... override) {
    return RestoreTableFromBackupRequest.builder()
        .backupArn(BACKUP)
        .targetTableName("restored")
        .globalSecondaryIndexOverride(override)
        .build();
  }

  private static RestoreTableToPointInTimeRequest toPointInTime(GlobalSecondaryIndex... override) {
    return RestoreTableToPointInTimeRequest.builder()
        .sourceTableName("invoices")
        .targetTableName("restored")
        .globalSecondaryIndexOverride(override)
        .build();
  }

  @Test
  void restore_indexNamedByItsLogicalKey_isThePhysicalOneAndShownLogically() {
    TableDescription described =
        TableDescription.builder()
            .globalSecondaryIndexes(
                GlobalSecondaryIndexDescription.builder()
                    .indexName("byCountry")
                    .keySchema(PHYSICAL)
                    .build())
            .build();
    ShardingSpec target = spec("restored", BY_COUNTRY);
    Planned<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse> backup =
        Planned.of(fromBackup(index(LOGICAL)), SOURCE, target);
    assertThat(backup.sent().globalSecondaryIndexOverride().get(0).keySchema()).isEqualTo(PHYSICAL);
    assertThat(
            backup
                .answered(
                    RestoreTableFromBackupResponse.builder().tableDescription(described).build())
                .tableDescription()
                .globalSecondaryIndexes()
                .get(0)
                .keySchema())
        .isEqualTo(LOGICAL);
    Planned<RestoreTableToPointInTimeRequest, RestoreTableToPointInTimeResponse> point =
        Planned.of(toPointInTime(index(LOGICAL)), SOURCE, target);
    assertThat(point.sent().globalSecondaryIndexOverride().get(0).keySchema()).isEqualTo(PHYSICAL);
    RestoreTableFromBackupRequest none =
        fromBackup().toBuilder().globalSecondaryIndexOverride(List.of()).build();
    assertThat(
            Planned.<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse>of(
                    none, SOURCE, target)
                .sent())
        .isSameAs(none);
  }

  @Test
  void restore_indexWithAnotherKey_isRefused() {
    ShardingPlanner planner = Planned.planner(SOURCE, spec("restored", BY_COUNTRY));
    GlobalSecondaryIndex other = index(List.of(element("currency", KeyType.HASH)));
    assertRefused(planner, fromBackup(other), "index 'byCountry' is not the global index");
    assertRefused(planner, fromBackup(index(PHYSICAL)), "index 'byCountry' is not the global");
    assertRefused(planner, toPointInTime(other), "index 'byCountry' is not the global index");
    LocalSecondaryIndex local =
        LocalSecondaryIndex.builder().indexName("byCountry").keySchema(LOGICAL).build();
    assertRefused(
        planner,
        fromBackup().toBuilder().localSecondaryIndexOverride(local).build(),
        "index 'byCountry' is not the global index");
  }

  @Test
  void restore_targetThatReadsOtherNumbers_isRefused() {
    ShardedIndexSpec fewer = ShardedIndexSpec.numberFirst("byCountry", "country", 3);
    for (ShardedIndexSpec other :
        List.of(
            fewer,
            BY_COUNTRY.firstNumber(1),
            BY_COUNTRY.shardAttribute("prefix", ScalarAttributeType.N))) {
      ShardingPlanner planner = Planned.planner(SOURCE, spec("restored", other));
      assertRefused(planner, fromBackup(), "the items keep the numbers that spread index");
      assertRefused(planner, toPointInTime(), "the items keep the numbers that spread index");
    }
    ShardedIndexSpec more = ShardedIndexSpec.numberFirst("byCountry", "country", 9);
    assertThat(
            Planned.<RestoreTableFromBackupRequest, RestoreTableFromBackupResponse>of(
                    fromBackup(), SOURCE, spec("restored", more))
                .sent())
        .isEqualTo(fromBackup());
  }

  private static void assertRefused(
      ShardingPlanner planner, DynamoDbRequest request, String reason) {
    assertThatThrownBy(() -> planner.plan(request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(" refused: " + reason);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void backup_described_showsTheIndexAsARestoreTakesIt(boolean withFeatures) {
    BackupDescription.Builder physical =
        BackupDescription.builder().sourceTableDetails(source -> source.tableName("invoices"));
    if (withFeatures) {
      physical.sourceTableFeatureDetails(
          features ->
              features.globalSecondaryIndexes(
                  GlobalSecondaryIndexInfo.builder()
                      .indexName("byCountry")
                      .keySchema(PHYSICAL)
                      .build()));
    }
    Planned<DescribeBackupRequest, DescribeBackupResponse> described =
        Planned.of(DescribeBackupRequest.builder().backupArn(BACKUP).build(), SOURCE);
    Planned<DeleteBackupRequest, DeleteBackupResponse> deleted =
        Planned.of(DeleteBackupRequest.builder().backupArn(BACKUP).build(), SOURCE);
    for (BackupDescription logical :
        List.of(
            described
                .answered(
                    DescribeBackupResponse.builder().backupDescription(physical.build()).build())
                .backupDescription(),
            deleted
                .answered(
                    DeleteBackupResponse.builder().backupDescription(physical.build()).build())
                .backupDescription())) {
      assertThat(logical.sourceTableDetails().tableName()).isEqualTo("invoices");
      assertThat(logical.sourceTableFeatureDetails() != null).isEqualTo(withFeatures);
      if (withFeatures) {
        assertThat(logical.sourceTableFeatureDetails().globalSecondaryIndexes().get(0).keySchema())
            .isEqualTo(LOGICAL);
      }
    }
  }
}
