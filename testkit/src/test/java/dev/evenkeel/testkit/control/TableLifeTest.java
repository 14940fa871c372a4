package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.item;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

class TableLifeTest {
  private static GetItemResponse read(DynamoDbClient client) {
    return client.getItem(r -> r.tableName(LOG).key(item("1")));
  }

  @ParameterizedTest
  @EnumSource
  void create_newTable_isCreatingThenActive(ClientKind tested) {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = tested.of(aws);

    assertThat(client.createTable(provisioned(LOG)).tableDescription().tableStatus())
        .isEqualTo(TableStatus.CREATING);
    aws.advance(Duration.ofSeconds(59));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.CREATING);
    aws.advance(Duration.ofSeconds(1));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void describe_justAfterCreate_isNotFoundForAWhile() {
    ControlPlaneSimulator aws =
        simulator(MINUTES.describing(TimeRange.exactly(Duration.ofSeconds(5))));
    DynamoDbClient client = aws.client();
    client.createTable(provisioned(LOG));
    aws.advance(Duration.ofSeconds(4));

    assertThat(refusal(() -> describe(client, LOG)))
        .isEqualTo("ResourceNotFoundException: Requested resource not found: Table: log not found");
    assertThat(client.listTables().tableNames()).isEmpty();

    aws.advance(Duration.ofSeconds(1));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.CREATING);
    assertThat(client.listTables().tableNames()).containsExactly(LOG);
  }

  @ParameterizedTest
  @EnumSource
  void read_beforeTableServes_isNotFoundEvenIfActive(ClientKind tested) {
    ControlPlaneSimulator aws =
        simulator(MINUTES.notServing(TimeRange.exactly(Duration.ofSeconds(5))));
    DynamoDbClient client = tested.of(aws);
    client.createTable(provisioned(LOG));
    assertThatThrownBy(() -> read(client)).isInstanceOf(ResourceNotFoundException.class);

    minutes(aws, 1);
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThatThrownBy(() -> read(client)).isInstanceOf(ResourceNotFoundException.class);

    aws.advance(Duration.ofSeconds(5));
    assertThat(read(client).hasItem()).isFalse();
  }

  @Test
  void update_throughput_isSeenAtTheEnd() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));

    client.updateTable(throughput(LOG, 20, 30));

    TableDescription during = describe(client, LOG);
    assertThat(during.tableStatus()).isEqualTo(TableStatus.UPDATING);
    assertThat(during.provisionedThroughput().writeCapacityUnits()).isEqualTo(10);
    assertThat(read(client).hasItem()).isFalse();
    minutes(aws, 1);
    TableDescription after = describe(client, LOG);
    assertThat(after.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(after.provisionedThroughput().readCapacityUnits()).isEqualTo(20);
    assertThat(after.provisionedThroughput().writeCapacityUnits()).isEqualTo(30);
    assertThat(after.provisionedThroughput().lastIncreaseDateTime())
        .isEqualTo(aws.now().minus(Duration.ofMinutes(1)));
    assertThat(after.provisionedThroughput().lastDecreaseDateTime()).isNull();
  }

  @Test
  void describe_justAfterUpdate_tellsTheOldState() {
    ControlPlaneSimulator aws =
        simulator(MINUTES.describing(TimeRange.exactly(Duration.ofSeconds(5))));
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    client.updateTable(throughput(LOG, 20, 20));

    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.ACTIVE);
    aws.advance(Duration.ofSeconds(5));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.UPDATING);
    aws.advance(Duration.ofSeconds(59));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.UPDATING);
    aws.advance(Duration.ofSeconds(1));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void change_busyTable_isInUse() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    client.createTable(provisioned(LOG));
    assertThat(refusal(() -> client.updateTable(throughput(LOG, 20, 20))))
        .isEqualTo(
            "ResourceInUseException: Attempt to change a resource which is still in use: Table is"
                + " being created: log");
    assertThat(refusal(() -> client.deleteTable(r -> r.tableName(LOG)))).contains("created: log");

    minutes(aws, 1);
    client.updateTable(throughput(LOG, 20, 20));
    assertThat(refusal(() -> client.updateTable(throughput(LOG, 30, 20))))
        .contains("ResourceInUseException", "updated: log");
    assertThat(refusal(() -> client.deleteTable(r -> r.tableName(LOG)))).contains("updated: log");

    minutes(aws, 1);
    client.deleteTable(r -> r.tableName(LOG));
    assertThat(refusal(() -> client.updateTable(throughput(LOG, 30, 20)))).contains("deleted: log");
  }

  @ParameterizedTest
  @EnumSource
  void create_existingName_isInUse(ClientKind tested) {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = tested.of(aws);
    client.createTable(provisioned(LOG));

    assertThatThrownBy(() -> client.createTable(onDemand(LOG)))
        .isInstanceOf(ResourceInUseException.class)
        .hasMessageStartingWith("Table already exists: log (Service: DynamoDb, Status Code: 400");

    minutes(aws, 1);
    client.deleteTable(r -> r.tableName(LOG));
    assertThatThrownBy(() -> client.createTable(onDemand(LOG)))
        .isInstanceOf(ResourceInUseException.class);
  }

  @Test
  void delete_activeTable_isDeletingThenGone() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));

    assertThat(client.deleteTable(r -> r.tableName(LOG)).tableDescription().tableStatus())
        .isEqualTo(TableStatus.DELETING);
    assertThat(client.deleteTable(r -> r.tableName(LOG)).tableDescription().tableStatus())
        .as("deleting again is no error")
        .isEqualTo(TableStatus.DELETING);
    assertThat(read(client).hasItem()).isFalse();
    aws.advance(Duration.ofSeconds(30));
    assertThatThrownBy(() -> read(client)).isInstanceOf(ResourceNotFoundException.class);
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.DELETING);

    aws.advance(Duration.ofSeconds(90));
    assertThatThrownBy(() -> describe(client, LOG)).isInstanceOf(ResourceNotFoundException.class);
    assertThatThrownBy(() -> client.deleteTable(r -> r.tableName(LOG)))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void delete_protectedTable_isRefusedUntilProtectionIsOff() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG).toBuilder().deletionProtectionEnabled(true).build());

    assertThat(refusal(() -> client.deleteTable(r -> r.tableName(LOG))))
        .isEqualTo(
            "ValidationException: Resource cannot be deleted as it is currently protected against"
                + " deletion. Disable deletion protection first.");

    client.updateTable(r -> r.tableName(LOG).deletionProtectionEnabled(false));
    minutes(aws, 1);
    client.deleteTable(r -> r.tableName(LOG));
  }

  @Test
  void create_nameOfAnOldTable_hasAnotherIdAndTime() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    TableDescription first = client.createTable(provisioned(LOG)).tableDescription();
    minutes(aws, 1);
    client.deleteTable(r -> r.tableName(LOG));
    minutes(aws, 2);

    TableDescription second = client.createTable(provisioned(LOG)).tableDescription();

    assertThat(second.tableId()).isNotEqualTo(first.tableId());
    assertThat(second.creationDateTime())
        .isEqualTo(first.creationDateTime().plus(Duration.ofMinutes(3)));
  }

  @Test
  void create_wrongRequest_isInvalid() {
    DynamoDbClient client = simulator(MINUTES).client();

    assertThat(refusal(() -> client.createTable(provisioned("a/b")))).contains("Validation");
    assertThat(refusal(() -> client.createTable(provisioned("ab")))).contains("Validation");
    assertThat(
            refusal(
                () ->
                    client.createTable(
                        onDemand(LOG).toBuilder()
                            .provisionedThroughput(
                                t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
                            .build())))
        .contains("when BillingMode is PAY_PER_REQUEST");
    assertThatThrownBy(
            () -> client.createTable(onDemand(LOG).toBuilder().billingMode("PROVISIONED").build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("ReadCapacityUnits and WriteCapacityUnits");
  }

  @Test
  void call_unknownOperation_isRefusedClearly() {
    DynamoDbClient client = simulator(MINUTES).client();

    assertThatThrownBy(() -> client.listBackups(r -> r.tableName(LOG)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("The simulator knows no ListBackups. Send it to the server itself.");
  }

  @Test
  void write_withoutDataPlane_isRefusedClearly() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    aws.adopt(provisioned(LOG));

    assertThatThrownBy(() -> aws.client().putItem(r -> r.tableName(LOG).item(item("1"))))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith("PutItem needs a data plane");
  }

  @Test
  void waiter_tableIsThere_returnsAtOnce() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    aws.adopt(provisioned(LOG));

    try (DynamoDbWaiter waiter = aws.client().waiter()) {
      assertThat(waiter.waitUntilTableExists(r -> r.tableName(LOG)).attemptsExecuted()).isOne();
    }
    try (DynamoDbAsyncWaiter waiter = aws.asyncClient().waiter()) {
      assertThat(waiter.waitUntilTableExists(r -> r.tableName(LOG)).join().attemptsExecuted())
          .isOne();
    }
  }

  @ParameterizedTest
  @EnumSource
  void client_decoratedOrClosed_behavesAsTheSdks(ClientKind tested) {
    DynamoDbClient client = tested.of(simulator(MINUTES));

    assertThat(client.serviceName()).isEqualTo(DynamoDbClient.SERVICE_NAME);
    assertThat(client.serviceClientConfiguration().overrideConfiguration().apiCallTimeout())
        .isEmpty();
    client.close();
    assertThat(client.listTables().tableNames()).as("closing closes nothing").isEmpty();
  }

  @Test
  void describe_tableGoneForDays_isForgotten() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG));
    client.deleteTable(r -> r.tableName(LOG));
    aws.advance(Duration.ofDays(3));
    assertThat(client.listTables().tableNames()).isEmpty();

    client.createTable(provisioned(LOG));
    assertThat(describe(client, LOG).tableStatus()).isEqualTo(TableStatus.CREATING);
  }

  @Test
  void advance_backwards_isRefused() {
    assertThatThrownBy(() -> simulator(MINUTES).advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
