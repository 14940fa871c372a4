package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

@ExtendWith(LocalDynamoDbExtension.class)
class ErrorFaultsTest {
  private static final String ORDERS = "orders";

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  ErrorFaultsTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    Tables.create(client, ORDERS);
  }

  private static FaultInjector always(Fault fault) {
    return FaultPlan.seeded(1).rule(FaultRule.inject(fault)).build().injector();
  }

  private boolean isStored(Map<String, AttributeValue> key) {
    return plain.getItem(r -> r.tableName(ORDERS).key(key).consistentRead(true)).hasItem();
  }

  private <E extends SdkException> E failedPut(
      ClientKind tested, Fault fault, Map<String, AttributeValue> item, Class<E> expected) {
    FaultInjector faults = always(fault);
    try (DynamoDbClient client = tested.client(local, faults)) {
      E thrown =
          catchThrowableOfType(expected, () -> client.putItem(r -> r.tableName(ORDERS).item(item)));
      assertThat(faults.journal()).hasSize(1);
      return thrown;
    }
  }

  @ParameterizedTest
  @EnumSource
  void throttled_provisionedLimit_isProvisionedThroughputExceededWithReasons(ClientKind tested) {
    ProvisionedThroughputExceededException thrown =
        failedPut(
            tested,
            Fault.throttled(ThrottleLimit.PROVISIONED),
            Tables.key("throttled", "1"),
            ProvisionedThroughputExceededException.class);

    assertThat(thrown.isThrottlingException()).isTrue();
    assertThat(thrown.statusCode()).isEqualTo(400);
    assertThat(thrown.requestId()).isEqualTo("injected-by-fault-plan");
    assertThat(thrown.throttlingReasons())
        .containsExactly(
            ThrottlingReason.builder()
                .reason("TableWriteProvisionedThroughputExceeded")
                .resource("arn:aws:dynamodb:ddblocal:000000000000:table/orders")
                .build());
  }

  @ParameterizedTest
  @EnumSource
  void throttled_hotKeyOfAnIndexOnDemand_isThrottlingExceptionWithReasons(ClientKind tested) {
    FaultInjector faults = always(Fault.throttled(ThrottleLimit.KEY_RANGE_ON_DEMAND));
    try (DynamoDbClient client = tested.client(local, faults)) {
      ThrottlingException thrown =
          catchThrowableOfType(
              ThrottlingException.class,
              () -> client.scan(r -> r.tableName(ORDERS).indexName("byDay")));

      assertThat(thrown.isThrottlingException()).isTrue();
      assertThat(thrown.throttlingReasons())
          .containsExactly(
              ThrottlingReason.builder()
                  .reason("IndexReadKeyRangeThroughputExceeded")
                  .resource("arn:aws:dynamodb:ddblocal:000000000000:table/orders/index/byDay")
                  .build());
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void throttled_firstTwoAttempts_theSdkRetriesAndSucceeds(ClientKind tested) {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.PROVISIONED)).first(2))
            .build();
    FaultInjector faults = plan.injector();
    Map<String, AttributeValue> item = Tables.key("retried", tested.name());
    try (DynamoDbClient client = tested.retrying(local, faults)) {
      client.putItem(r -> r.tableName(ORDERS).item(item));
    }

    assertThat(isStored(item)).isTrue();
    assertThat(faults.requestCount()).isEqualTo(3);
    assertThat(faults.journal())
        .extracting(InjectedFault::request, InjectedFault::match, InjectedFault::operation)
        .containsExactly(tuple(1L, 1L, "PutItem"), tuple(2L, 2L, "PutItem"));
  }

  @ParameterizedTest
  @EnumSource
  void timeout_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      Map<String, AttributeValue> item = Tables.key("timeout", tested + "/" + moment);
      SdkClientException thrown =
          failedPut(tested, Fault.timeout(moment), item, SdkClientException.class);

      assertThat(thrown).hasRootCauseInstanceOf(SocketTimeoutException.class);
      assertThat(isStored(item)).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionLost_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      Map<String, AttributeValue> item = Tables.key("lost", tested + "/" + moment);
      SdkClientException thrown =
          failedPut(tested, Fault.connectionLost(moment), item, SdkClientException.class);

      assertThat(thrown).hasRootCauseExactlyInstanceOf(SocketException.class);
      assertThat(isStored(item)).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void serverError_beforeAndAfterApply_looksTheSameAndOnlyTheLatterIsStored(ClientKind tested) {
    for (Moment moment : Moment.values()) {
      Map<String, AttributeValue> item = Tables.key("error", tested + "/" + moment);
      InternalServerErrorException thrown =
          failedPut(tested, Fault.serverError(moment), item, InternalServerErrorException.class);

      assertThat(thrown.statusCode()).isEqualTo(500);
      assertThat(isStored(item)).isEqualTo(moment == Moment.AFTER_APPLY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeout_afterApplyThenRetried_theConditionOfTheRetryMeetsItsOwnWrite(ClientKind tested) {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("PutItem").nth(1))
            .build();
    Map<String, AttributeValue> item = Tables.key("ambiguous", tested.name());
    try (DynamoDbClient client = tested.retrying(local, plan.injector())) {
      assertThatThrownBy(
              () ->
                  client.putItem(
                      r ->
                          r.tableName(ORDERS)
                              .item(item)
                              .conditionExpression("attribute_not_exists(pk)")))
          .isInstanceOf(ConditionalCheckFailedException.class);
    }
  }
}
