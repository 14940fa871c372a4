package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.indexed;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

class AccountQuotasTest {
  private static ControlPlaneSimulator limited(ControlLimits limits) {
    return ControlPlaneSimulator.seeded(1).timings(MINUTES).limits(limits).build();
  }

  @ParameterizedTest
  @EnumSource
  void create_moreTablesThanAllowed_isLimited(ClientKind tested) {
    ControlPlaneSimulator aws = limited(ControlLimits.aws().tablesMax(2));
    DynamoDbClient client = tested.of(aws);
    client.createTable(onDemand("one"));
    client.createTable(onDemand("two"));

    assertThat(refusal(() -> client.createTable(onDemand("three"))))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: There is a limit of 2 tables per"
                + " subscriber");

    minutes(aws, 1);
    client.deleteTable(r -> r.tableName("one"));
    assertThat(refusal(() -> client.createTable(onDemand("three")))).contains("2 tables");
    minutes(aws, 2);
    client.createTable(onDemand("three"));
  }

  @Test
  void change_moreBusyTablesThanAllowed_isLimited() {
    ControlPlaneSimulator aws = limited(ControlLimits.aws().busyTablesMax(2, 1));
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    client.createTable(onDemand("one"));
    assertThat(refusal(() -> client.createTable(indexed("two"))))
        .as("indexed tables have less room")
        .contains("Only 1 tables");
    client.createTable(onDemand("two"));

    assertThat(refusal(() -> client.updateTable(throughput(LOG, 20, 20))))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: Only 2 tables can be created,"
                + " updated, or deleted simultaneously");
    assertThat(refusal(() -> client.deleteTable(r -> r.tableName(LOG)))).contains("Only 2 tables");
    assertThat(aws.checker().busyTablesMax()).isEqualTo(2);

    minutes(aws, 1);
    client.updateTable(throughput(LOG, 20, 20));
  }

  @Test
  void call_moreRequestsThanASecondAllows_isThrottledUntilTheNext() {
    ControlPlaneSimulator aws = limited(ControlLimits.aws().requestsPerSecondMax(3));
    DynamoDbClient client = aws.client();
    for (int i = 0; i < 3; i++) {
      client.listTables();
    }

    assertThatThrownBy(client::listTables)
        .isInstanceOf(ThrottlingException.class)
        .hasMessageStartingWith("Rate exceeded");

    aws.advance(Duration.ofSeconds(1));
    client.listTables();
  }

  @Test
  void change_moreUnitsThanATableMayHave_isLimited() {
    ControlPlaneSimulator aws = limited(ControlLimits.aws().unitsMax(25, 100));
    DynamoDbClient client = aws.client();
    aws.adopt(indexed(LOG));

    assertThat(refusal(() -> client.updateTable(throughput(LOG, 10, 16))))
        .as("the index counts too")
        .contains("LimitExceededException", "of a table is limited to 25 units");
    client.updateTable(throughput(LOG, 10, 15));
  }

  @Test
  void change_moreUnitsThanTheAccountMayHave_isLimitedFromTheStartOfAnUpdate() {
    ControlPlaneSimulator aws = limited(ControlLimits.aws().unitsMax(40, 50));
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    client.updateTable(throughput(LOG, 10, 40));
    client.createTable(provisioned("one"));

    assertThat(refusal(() -> client.createTable(provisioned("two"))))
        .contains("LimitExceededException", "of the account is limited to 50 units");
    client.createTable(onDemand("two"));
    assertThat(client.describeLimits().accountMaxWriteCapacityUnits()).isEqualTo(50);
  }
}
