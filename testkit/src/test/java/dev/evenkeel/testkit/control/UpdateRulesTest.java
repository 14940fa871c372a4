package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.BY_USER;
import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.attribute;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.indexThroughput;
import static dev.evenkeel.testkit.control.Simulations.indexed;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

class UpdateRulesTest {
  private final ControlPlaneSimulator aws = simulator(MINUTES);
  private final DynamoDbClient client = aws.client();

  private void billing(BillingMode mode) {
    UpdateTableRequest.Builder update =
        UpdateTableRequest.builder().tableName(LOG).billingMode(mode);
    if (mode == BillingMode.PROVISIONED) {
      update.provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L));
    }
    client.updateTable(update.build());
    minutes(aws, 1);
  }

  private void tableClass(TableClass tableClass) {
    client.updateTable(r -> r.tableName(LOG).tableClass(tableClass));
    minutes(aws, 1);
  }

  private static UpdateTableRequest newIndex() {
    return UpdateTableRequest.builder()
        .tableName(LOG)
        .attributeDefinitions(attribute("pk"), attribute("user"))
        .globalSecondaryIndexUpdates(Simulations.newIndex(true))
        .build();
  }

  @Test
  void update_nothingChanges_isInvalid() {
    aws.adopt(indexed(LOG));

    assertThat(refusal(() -> client.updateTable(throughput(LOG, 10, 10))))
        .startsWith(
            "ValidationException: The provisioned throughput for the table will not change. The"
                + " requested value equals the current value. Current ReadCapacityUnits"
                + " provisioned for the table: 10. Requested ReadCapacityUnits: 10.");
    assertThat(refusal(() -> client.updateTable(indexThroughput(LOG, 10, 10))))
        .contains("for the index by-user will not change");
    assertThat(refusal(() -> client.updateTable(r -> r.tableName(LOG))))
        .isEqualTo("ValidationException: The request changes nothing of the table: log");
    assertThat(
            refusal(
                () -> client.updateTable(r -> r.tableName(LOG).tableClass(TableClass.STANDARD))))
        .contains("changes nothing");
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void update_toOnDemandFiveTimesADay_isLimited() {
    aws.adopt(provisioned(LOG));
    for (int i = 0; i < 4; i++) {
      billing(BillingMode.PAY_PER_REQUEST);
      assertThat(describe(client, LOG).billingModeSummary().billingMode())
          .isEqualTo(BillingMode.PAY_PER_REQUEST);
      billing(BillingMode.PROVISIONED);
    }

    assertThat(refusal(() -> billing(BillingMode.PAY_PER_REQUEST)))
        .startsWith("LimitExceededException: Subscriber limit exceeded: Update to PayPerRequest");

    aws.advance(Duration.ofHours(24).minus(Duration.ofMinutes(8)));
    billing(BillingMode.PAY_PER_REQUEST);
    assertThat(describe(client, LOG).provisionedThroughput().readCapacityUnits()).isZero();
  }

  @Test
  void update_tableClassThriceInThirtyDays_isLimited() {
    aws.adopt(provisioned(LOG));
    tableClass(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(describe(client, LOG).tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    tableClass(TableClass.STANDARD);

    assertThat(refusal(() -> tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)))
        .startsWith("LimitExceededException: Subscriber limit exceeded: ");

    aws.advance(Duration.ofDays(30));
    tableClass(TableClass.STANDARD_INFREQUENT_ACCESS);
  }

  @Test
  void update_unitsOfOnDemandTable_isInvalid() {
    aws.adopt(onDemand(LOG));

    assertThat(refusal(() -> client.updateTable(throughput(LOG, 1, 1))))
        .contains("ValidationException", "when BillingMode is PAY_PER_REQUEST");
  }

  @Test
  void update_toProvisioned_needsUnitsForIndexesToo() {
    aws.adopt(indexed(LOG));
    billing(BillingMode.PAY_PER_REQUEST);

    assertThat(refusal(() -> billing(BillingMode.PROVISIONED))).contains("for index by-user");

    client.updateTable(
        indexThroughput(LOG, 3, 4).toBuilder()
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(2L))
            .build());
    minutes(aws, 1);
    TableDescription table = describe(client, LOG);
    assertThat(Units.total(table)).isEqualTo(new Units(4, 6));
    assertThat(table.provisionedThroughput().numberOfDecreasesToday()).isZero();
  }

  @Test
  void update_indexAndThroughputTogether_isInvalid() {
    aws.adopt(provisioned(LOG));

    assertThat(
            refusal(
                () ->
                    client.updateTable(
                        newIndex().toBuilder()
                            .provisionedThroughput(
                                t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
                            .build())))
        .contains("ValidationException", "cannot be created or deleted in the same request");
  }

  @Test
  void update_newIndex_isCreatingThenActiveThenDeletedAgain() {
    aws.adopt(provisioned(LOG));
    client.updateTable(newIndex());
    assertThat(describe(client, LOG).globalSecondaryIndexes().get(0).indexStatus())
        .isEqualTo(IndexStatus.CREATING);
    minutes(aws, 1);
    assertThat(describe(client, LOG).globalSecondaryIndexes().get(0).indexStatus())
        .isEqualTo(IndexStatus.ACTIVE);
    assertThat(refusal(() -> client.updateTable(newIndex()))).contains("already exists");

    client.updateTable(
        r ->
            r.tableName(LOG)
                .globalSecondaryIndexUpdates(
                    GlobalSecondaryIndexUpdate.builder()
                        .delete(d -> d.indexName(BY_USER))
                        .build()));
    assertThat(describe(client, LOG).globalSecondaryIndexes().get(0).indexStatus())
        .isEqualTo(IndexStatus.DELETING);
    minutes(aws, 1);
    assertThat(describe(client, LOG).globalSecondaryIndexes()).isEmpty();
    assertThat(refusal(() -> client.updateTable(indexThroughput(LOG, 1, 1))))
        .startsWith("ResourceNotFoundException");
  }

  @Test
  void update_stream_isRememberedAndNotTwice() {
    aws.adopt(provisioned(LOG));
    UpdateTableRequest on =
        UpdateTableRequest.builder()
            .tableName(LOG)
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE))
            .build();
    client.updateTable(on);
    minutes(aws, 1);

    assertThat(describe(client, LOG).latestStreamArn()).contains("table/log/stream/2026");
    assertThat(refusal(() -> client.updateTable(on))).contains("already has an enabled stream");
  }

  @Test
  void update_warmThroughput_neverGoesDown() {
    aws.adopt(provisioned(LOG));
    client.updateTable(
        r ->
            r.tableName(LOG).warmThroughput(w -> w.readUnitsPerSecond(9L).writeUnitsPerSecond(9L)));
    minutes(aws, 1);
    assertThat(describe(client, LOG).warmThroughput().status()).isEqualTo(TableStatus.ACTIVE);

    assertThat(
            refusal(
                () ->
                    client.updateTable(
                        r ->
                            r.tableName(LOG)
                                .warmThroughput(
                                    w -> w.readUnitsPerSecond(8L).writeUnitsPerSecond(9L)))))
        .contains("ValidationException", "warm throughput");
  }

  @Test
  void update_whatTheSimulatorDoesNotKnow_isRefusedClearly() {
    aws.adopt(provisioned(LOG));

    assertThatThrownBy(
            () -> client.updateTable(r -> r.tableName(LOG).sseSpecification(s -> s.enabled(true))))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("encryption");
  }
}
