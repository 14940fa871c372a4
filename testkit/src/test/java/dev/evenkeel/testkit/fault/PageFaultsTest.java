package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

@ExtendWith(LocalDynamoDbExtension.class)
class PageFaultsTest {
  private static final String ORDERS = "orders";
  private static final List<String> SORT_KEYS =
      IntStream.range(0, 7).mapToObj(i -> "item" + i).toList();
  private static final QueryRequest ALL =
      QueryRequest.builder()
          .tableName(ORDERS)
          .keyConditionExpression("pk = :pk")
          .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("p")))
          .build();

  private final LocalDynamoDb local;

  PageFaultsTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void fillTable(DynamoDbClient client) {
    Tables.create(client, ORDERS);
    SORT_KEYS.forEach(sk -> client.putItem(r -> r.tableName(ORDERS).item(Tables.key("p", sk))));
  }

  private static FaultInjector always(Fault fault) {
    return FaultPlan.seeded(1).rule(FaultRule.inject(fault)).build().injector();
  }

  private static List<QueryResponse> pages(DynamoDbClient client, QueryRequest first) {
    List<QueryResponse> pages = new ArrayList<>();
    QueryRequest request = first;
    do {
      pages.add(client.query(request));
      request =
          request.toBuilder()
              .exclusiveStartKey(pages.get(pages.size() - 1).lastEvaluatedKey())
              .build();
    } while (pages.get(pages.size() - 1).hasLastEvaluatedKey());
    return pages;
  }

  private static List<String> sortKeys(List<QueryResponse> pages) {
    return pages.stream()
        .flatMap(page -> page.items().stream())
        .map(item -> Tables.attribute(item, "sk").s())
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void shortPage_query_endsEarlyAndLosesNothing(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, always(Fault.shortPage(3)))) {
      List<QueryResponse> pages = pages(client, ALL);

      assertThat(pages).extracting(QueryResponse::count).containsExactly(3, 3, 1);
      assertThat(sortKeys(pages)).isEqualTo(SORT_KEYS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shortPage_scan_endsEarly(ClientKind tested) {
    try (DynamoDbClient client = tested.client(local, always(Fault.shortPage(2)))) {
      ScanResponse page = client.scan(r -> r.tableName(ORDERS));

      assertThat(page.items()).hasSize(2);
      assertThat(page.lastEvaluatedKey()).isEqualTo(page.items().get(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shortPage_smallerLimitAsked_isNoMatch(ClientKind tested) {
    FaultInjector faults = always(Fault.shortPage(2));
    try (DynamoDbClient client = tested.client(local, faults)) {
      QueryResponse page = client.query(ALL.toBuilder().limit(1).build());

      assertThat(page.items()).hasSize(1);
      assertThat(faults.journal()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shortPage_filterThatDropsAll_givesEmptyPagesThatAreNotTheLast(ClientKind tested) {
    QueryRequest nothing = ALL.toBuilder().filterExpression("attribute_exists(absent)").build();
    try (DynamoDbClient client = tested.client(local, always(Fault.shortPage(3)))) {
      List<QueryResponse> pages = pages(client, nothing);

      assertThat(pages).extracting(QueryResponse::count).containsExactly(0, 0, 0);
      assertThat(pages).extracting(QueryResponse::scannedCount).containsExactly(3, 3, 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyPage_continuation_makesNoProgressAndLosesNothing(ClientKind tested) {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.emptyPage()).first(2))
            .rule(FaultRule.inject(Fault.shortPage(4)))
            .build();
    try (DynamoDbClient client = tested.client(local, plan.injector())) {
      List<QueryResponse> pages = pages(client, ALL);

      assertThat(pages).extracting(QueryResponse::count).containsExactly(4, 0, 0, 3);
      assertThat(pages.get(1).lastEvaluatedKey()).isEqualTo(pages.get(0).lastEvaluatedKey());
      assertThat(sortKeys(pages)).isEqualTo(SORT_KEYS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyPage_countSelected_hasNoItemList(ClientKind tested) {
    FaultInjector faults = always(Fault.emptyPage());
    Map<String, AttributeValue> start = Tables.key("p", "item2");
    try (DynamoDbClient client = tested.client(local, faults)) {
      QueryResponse page =
          client.query(ALL.toBuilder().select(Select.COUNT).exclusiveStartKey(start).build());

      assertThat(page.hasItems()).isFalse();
      assertThat(page.count()).isZero();
      assertThat(page.lastEvaluatedKey()).isEqualTo(start);
    }
  }
}
