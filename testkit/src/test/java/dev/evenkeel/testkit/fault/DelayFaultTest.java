package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

@ExtendWith(LocalDynamoDbExtension.class)
class DelayFaultTest {
  private static final String ORDERS = "orders";

  private final LocalDynamoDb local;

  DelayFaultTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    Tables.create(client, ORDERS);
  }

  private static FaultRule slowShard(Duration delay) {
    return FaultRule.inject(Fault.delay(delay)).whereKey("pk", pk -> pk.s().equals("shard#3"));
  }

  private static QueryRequest query(String shard) {
    return QueryRequest.builder()
        .tableName(ORDERS)
        .keyConditionExpression("#p = :p AND sk > :s")
        .expressionAttributeNames(Map.of("#p", "pk"))
        .expressionAttributeValues(
            Map.of(":p", AttributeValue.fromS(shard), ":s", AttributeValue.fromS("a")))
        .build();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void delay_slowShard_runsIntoTheTimeoutOfTheSdkAndOthersDoNot(ClientKind tested) {
    FaultPlan plan = FaultPlan.seeded(1).rule(slowShard(Duration.ofMinutes(1))).build();
    try (DynamoDbClient client = tested.client(local, plan.injector())) {
      assertThat(client.query(query("shard#2")).count()).isZero();
      assertThatThrownBy(
              () ->
                  client.query(
                      query("shard#3").toBuilder()
                          .overrideConfiguration(c -> c.apiCallTimeout(Duration.ofMillis(300)))
                          .build()))
          .isInstanceOf(ApiCallTimeoutException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void delay_withLaterRule_bothStrike(ClientKind tested) {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(slowShard(Duration.ofMillis(1)))
            .rule(slowShard(Duration.ofMillis(2)))
            .rule(FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY)).into("Query"))
            .rule(FaultRule.inject(Fault.shortPage(1)))
            .build();
    FaultInjector faults = plan.injector();
    try (DynamoDbClient client = tested.client(local, faults)) {
      assertThatThrownBy(() -> client.query(query("shard#3")))
          .isInstanceOf(InternalServerErrorException.class);

      assertThat(faults.journal())
          .extracting(InjectedFault::fault)
          .containsExactly("delay(PT0.001S)", "delay(PT0.002S)", "serverError(BEFORE_APPLY)");
    }
  }
}
