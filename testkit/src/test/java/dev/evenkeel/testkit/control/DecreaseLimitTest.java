package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.indexThroughput;
import static dev.evenkeel.testkit.control.Simulations.indexed;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

class DecreaseLimitTest {
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + "Z");
  }

  private static DecreaseQuota taken(String... times) {
    DecreaseQuota quota = new DecreaseQuota();
    for (String time : times) {
      quota.take(at(time));
    }
    return quota;
  }

  @Test
  void allows_firstHour_fourDecreases() {
    DecreaseQuota quota = taken("05:00:00", "05:10:00", "05:20:00");

    assertThat(quota.allows(at("05:59:59"))).isTrue();
    quota.take(at("05:59:59"));
    assertThat(quota.allows(at("05:59:59"))).isFalse();
  }

  @Test
  void allows_afterFirstHour_oneIfNoneInTheLastHour() {
    DecreaseQuota quota = taken("05:00:00", "05:30:00");

    assertThat(quota.allows(at("06:00:00"))).as("the first hour is over").isFalse();
    assertThat(quota.allows(at("06:29:59"))).isFalse();
    assertThat(quota.allows(at("06:30:00"))).isTrue();
  }

  @Test
  void allows_wholeDay_twentySevenAtMost() {
    DecreaseQuota quota = new DecreaseQuota();
    int taken = 0;
    for (int minute = 0; minute < 24 * 60; minute++) {
      Instant now = MIDNIGHT.plus(Duration.ofMinutes(minute));
      while (quota.allows(now)) {
        quota.take(now);
        taken++;
      }
    }

    assertThat(taken).isEqualTo(27);
    assertThat(quota.allows(MIDNIGHT.plus(Duration.ofDays(1)))).isTrue();
  }

  @Test
  void allows_justAfterMidnight_fourAgain() {
    DecreaseQuota quota = taken("23:59:59");
    Instant morning = MIDNIGHT.plus(Duration.ofDays(1));

    for (int i = 0; i < 4; i++) {
      quota.take(morning);
    }

    assertThat(quota.allows(morning)).isFalse();
  }

  @Test
  void refusal_lateEvening_pointsToMidnight() {
    DecreaseQuota quota = taken("23:30:00", "23:30:00", "23:30:00", "23:30:00");

    assertThat(quota.refusal(at("23:40:00")))
        .contains("Number of decreases today: 4. Last decrease at 2026-03-01T23:30:00Z")
        .endsWith("Next decrease can be made at 2026-03-02T00:00:00Z");
  }

  @Test
  void update_fifthDecrease_isRefusedAndCounted() {
    ControlPlaneSimulator aws = simulator(ControlTimings.immediate());
    DynamoDbClient client = aws.client();
    aws.adopt(indexed(LOG));
    for (int units = 9; units > 5; units--) {
      client.updateTable(throughput(LOG, units, 10));
    }

    assertThatThrownBy(() -> client.updateTable(throughput(LOG, 5, 10)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageStartingWith(
            "Subscriber limit exceeded: Provisioned throughput decreases are limited within a"
                + " given UTC day.");

    ProvisionedThroughputDescription described = describe(client, LOG).provisionedThroughput();
    assertThat(described.numberOfDecreasesToday()).isEqualTo(4);
    assertThat(described.lastDecreaseDateTime()).isEqualTo(aws.now());
    assertThat(described.readCapacityUnits()).isEqualTo(6);
    assertThat(aws.checker().decreaseLimitRefusals())
        .singleElement()
        .satisfies(event -> assertThat(event.table()).isEqualTo(LOG));
    aws.advance(Duration.ofDays(1));
    assertThat(describe(client, LOG).provisionedThroughput().numberOfDecreasesToday()).isZero();
  }

  @Test
  void update_indexAndTable_haveQuotasOfTheirOwnAndGoTogether() {
    ControlPlaneSimulator aws = simulator(ControlTimings.immediate());
    DynamoDbClient client = aws.client();
    aws.adopt(indexed(LOG));
    for (int units = 9; units > 5; units--) {
      client.updateTable(indexThroughput(LOG, 10, units));
    }
    UpdateTableRequest both =
        indexThroughput(LOG, 10, 1).toBuilder()
            .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
            .build();

    assertThat(refusal(() -> client.updateTable(both))).contains("decreases are limited");
    assertThat(describe(client, LOG).provisionedThroughput().readCapacityUnits())
        .as("all or nothing")
        .isEqualTo(10);

    client.updateTable(throughput(LOG, 1, 1));
    assertThat(describe(client, LOG).provisionedThroughput().numberOfDecreasesToday()).isEqualTo(1);
    assertThat(
            describe(client, LOG)
                .globalSecondaryIndexes()
                .get(0)
                .provisionedThroughput()
                .numberOfDecreasesToday())
        .isEqualTo(4);
  }

  @Test
  void update_increase_isNotRationed() {
    ControlPlaneSimulator aws = simulator(ControlTimings.immediate());
    DynamoDbClient client = aws.client();
    aws.adopt(indexed(LOG));

    for (int units = 11; units < 60; units++) {
      client.updateTable(throughput(LOG, units, units));
    }

    assertThat(describe(client, LOG).provisionedThroughput().numberOfDecreasesToday()).isZero();
  }
}
