package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;

@ExtendWith(LocalDynamoDbExtension.class)
class FaultPlanTest {
  private static final String ORDERS = "orders";

  private final LocalDynamoDb local;

  FaultPlanTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    Tables.create(client, ORDERS);
    Tables.create(client, "returns");
  }

  private static FaultPlan mixed(long seed) {
    return FaultPlan.seeded(seed)
        .rule(
            FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
                .into("PutItem")
                .withProbability(0.3))
        .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).withProbability(0.2))
        .build();
  }

  private List<InjectedFault> journalOfFortyPuts(ClientKind tested, FaultPlan plan) {
    FaultInjector faults = plan.injector();
    try (DynamoDbClient client = tested.client(local, faults)) {
      for (int i = 0; i < 40; i++) {
        putIgnoringFaults(client, "item" + i);
      }
    }
    assertThat(faults.requestCount()).isEqualTo(40);
    return faults.journal();
  }

  private static void putIgnoringFaults(DynamoDbClient client, String sk) {
    try {
      client.putItem(r -> r.tableName(ORDERS).item(Tables.key("p", sk)));
    } catch (SdkException expected) {
      assertThat(expected).isNotNull();
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void injector_sameSeedAndOrder_sameFaults(ClientKind tested) {
    List<InjectedFault> journal = journalOfFortyPuts(tested, mixed(42));

    assertThat(journal).isNotEmpty().hasSizeLessThan(40);
    assertThat(journalOfFortyPuts(ClientKind.SYNC, mixed(42))).isEqualTo(journal);
    assertThat(journalOfFortyPuts(ClientKind.SYNC, mixed(43))).isNotEqualTo(journal);
  }

  @Test
  void injector_nthMatchOnOneTable_strikesThatRequestOnly() {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(
                FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY))
                    .into("GetItem")
                    .onTable("returns")
                    .nth(2))
            .build();
    FaultInjector faults = plan.injector();
    try (DynamoDbClient client = ClientKind.SYNC.client(local, faults)) {
      for (String table : List.of("returns", ORDERS, "returns", "returns")) {
        try {
          client.getItem(r -> r.tableName(table).key(Tables.key("p", "s")));
        } catch (SdkException expected) {
          assertThat(table).isEqualTo("returns");
        }
      }
    }

    assertThat(faults.journal())
        .containsExactly(
            new InjectedFault(3, "GetItem", Set.of("returns"), "serverError(BEFORE_APPLY)", 2));
  }

  @Test
  void none_anyRequest_passesUntouched() {
    assertThat(journalOfFortyPuts(ClientKind.SYNC, FaultPlan.none())).isEmpty();
  }

  @Test
  void toString_anyPlan_printsSeedAndRules() {
    FaultPlan plan =
        FaultPlan.seeded(42)
            .rule(
                FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                    .into("UpdateItem", "PutItem")
                    .onTable(ORDERS)
                    .whereKey("pk", pk -> true)
                    .first(2))
            .rule(FaultRule.inject(Fault.unprocessed(0.5)).withProbability(0.1))
            .rule(FaultRule.inject(Fault.emptyPage()))
            .build();

    assertThat(plan)
        .hasToString(
            """
            FaultPlan seeded 42
              inject timeout(AFTER_APPLY) into [PutItem, UpdateItem] on [orders] where key pk, first 2
              inject unprocessed(0.5), with probability 0.1
              inject emptyPage(), always""");
  }

  @Test
  void into_unknownOperation_isRefused() {
    assertThatThrownBy(() -> FaultRule.inject(Fault.emptyPage()).into("Close"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FaultRule.inject(Fault.emptyPage()).into("PutItems"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'PutItems' is no operation of DynamoDB or S3. Write it like 'PutItem' or 'PutObject'.");
  }

  @Test
  void build_staleReadsOfDifferentLag_isRefused() {
    FaultPlan.Builder builder =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.staleRead(1)))
            .rule(FaultRule.inject(Fault.staleRead(2)));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Give them the same writesBehind.");
  }

  @Test
  void factories_valuesOutOfRange_areRefused() {
    assertThatThrownBy(() -> Fault.unprocessed(0)).hasMessageContaining("share must be > 0");
    assertThatThrownBy(() -> Fault.shortPage(0)).hasMessageContaining("itemsMax must be >= 1");
    assertThatThrownBy(() -> Fault.staleRead(0)).hasMessageContaining("writesBehind must be >= 1");
    assertThatThrownBy(() -> FaultRule.inject(Fault.emptyPage()).withProbability(1.5))
        .hasMessage("probability must be 0..1 but was 1.5");
    assertThatThrownBy(() -> FaultRule.inject(Fault.emptyPage()).nth(0))
        .hasMessage("nth must be >= 1 but was 0");
  }

  @Test
  void whereKey_legacyConditions_areEqualitiesWhereTheySaySo() {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(
                FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY))
                    .whereKey("sk", sk -> sk.s().equals("b")))
            .build();
    FaultInjector faults = plan.injector();
    try (DynamoDbClient client = ClientKind.SYNC.client(local, faults)) {
      for (ComparisonOperator operator : List.of(ComparisonOperator.LE, ComparisonOperator.EQ)) {
        assertThat(faults.journal()).isEmpty();
        try {
          client.query(
              query ->
                  query
                      .tableName(ORDERS)
                      .keyConditions(
                          Map.of(
                              "pk", condition(ComparisonOperator.EQ, "p"),
                              "sk", condition(operator, "b"))));
        } catch (SdkException expected) {
          assertThat(operator).isEqualTo(ComparisonOperator.EQ);
        }
      }
    }
    assertThat(faults.journal()).hasSize(1);
  }

  private static Condition condition(ComparisonOperator operator, String value) {
    return Condition.builder()
        .comparisonOperator(operator)
        .attributeValueList(AttributeValue.fromS(value))
        .build();
  }

  @Test
  void noNames_areRefused() {
    FaultRule rule = FaultRule.inject(Fault.delay(Duration.ZERO));
    assertThatThrownBy(() -> rule.into())
        .hasMessageStartingWith("into of a FaultRule names nothing.");
    assertThatThrownBy(() -> rule.onTable()).hasMessageStartingWith("onTable of a FaultRule names");
    assertThatThrownBy(() -> rule.onBucket())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "onBucket of a FaultRule names nothing. Give it a name, or leave it out for all.");
  }
}
