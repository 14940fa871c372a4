package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Queries on an index of invoices by country. */
class ShardedIndexTest extends Invoices {
  private static List<Map<String, AttributeValue>> all(
      ClientUnderTest tested, QueryRequest query, int limit) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    QueryRequest next = query.toBuilder().limit(limit).build();
    while (true) {
      QueryResponse page = tested.call(next);
      items.addAll(page.items());
      if (page.lastEvaluatedKey().isEmpty()) {
        return items;
      }
      next =
          next.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(page.lastEvaluatedKey())).build();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_tableLaidOutByHand_findsEveryItemOnceAndUpdatesKeepTheNumber(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    Random random = new Random(20261203);
    for (int i = 0; i < 40; i++) {
      Map<String, AttributeValue> item = invoice(i, i % 3 == 0 ? "FRA" : "USA");
      item.put("prefix", n(1 + random.nextInt(SHARDS)));
      plain.putItem(put(item));
    }
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      List<Map<String, AttributeValue>> before = stored(plain);
      for (int i = 0; i < 40; i += 5) {
        tested.call(
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key(i))
                .updateExpression("SET paid = :yes")
                .expressionAttributeValues(Map.of(":yes", s("yes")))
                .build());
      }
      List<Map<String, AttributeValue>> after = stored(plain);
      for (int i = 0; i < 40; i++) {
        assertThat(after.get(i).get("prefix")).isEqualTo(before.get(i).get("prefix"));
      }
      List<Map<String, AttributeValue>> usa =
          all(tested, query("tx_country = :c", Map.of(":c", s("USA"))), 3);
      assertThat(usa).doesNotHaveDuplicates().hasSize(26);
      assertThat(usa).allSatisfy(item -> assertThat(item).doesNotContainKey("prefix"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tx_country BETWEEN :a AND :b, DEU, FRA",
    "tx_country > :a, DEU, DEU",
    "'begins_with(tx_country, :a)', USA, USA"
  })
  void query_rangeOfTheSelectiveAttribute_isMergedInItsOrder(
      String condition, String a, String b, LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      List<String> countries = List.of("AUT", "DEU", "FRA", "USA", "USA-CA");
      for (int i = 0; i < 50; i++) {
        tested.call(put(invoice(i, countries.get(i % 5))));
      }
      Map<String, AttributeValue> values = new HashMap<>(Map.of(":a", s(a)));
      if (condition.contains(":b")) {
        values.put(":b", s(b));
      }
      for (boolean forward : new boolean[] {true, false}) {
        QueryRequest query = query(condition, values).toBuilder().scanIndexForward(forward).build();
        List<String> read =
            all(tested, query, 4).stream().map(item -> item.get("tx_country").s()).toList();
        List<String> sorted =
            new ArrayList<>(
                all(tested, query, 100).stream().map(i -> i.get("tx_country").s()).toList());
        sorted.sort(forward ? (x, y) -> x.compareTo(y) : (x, y) -> y.compareTo(x));
        assertThat(read).isEqualTo(sorted).hasSizeBetween(20, 30);
      }
    }
  }

  @Test
  void query_startKeyOfAnotherCountry_isInvalid(LocalDynamoDb local) {
    ShardingSpec spec =
        spec(ShardedIndexSpec.multiAttribute(INDEX, "tx_country", 3).sortKey("due"));
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, spec)) {
      Map<String, AttributeValue> start = new HashMap<>(invoice(1, "FRA"));
      start.put("due", s("2018"));
      QueryRequest query = query("tx_country = :c", Map.of(":c", s("USA")));
      for (Map<String, AttributeValue> wrong :
          List.of(
              start,
              Attributes.with(invoice(1, "USA"), "due", n(1)),
              invoice(1, "USA"),
              Attributes.with(
                  Attributes.with(invoice(1, "USA"), "due", s("x")),
                  "evenkeel.shard",
                  s("1.2.a")))) {
        assertThatThrownBy(() -> tested.call(query.toBuilder().exclusiveStartKey(wrong).build()))
            .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class);
      }
    }
  }

  @Test
  void query_consistentRead_isDynamoDbsToRefuse(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      QueryRequest query =
          query("tx_country = :c", Map.of(":c", s("USA"))).toBuilder().consistentRead(true).build();
      assertThatThrownBy(() -> tested.call(query)).isInstanceOf(DynamoDbException.class);
    }
  }

  /**
   * Any write drops the rows that were read ahead, because the index rows that it changes are not
   * known.
   */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_anyWriteBetweenPages_readsAfresh(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, true, SPEC)) {
      for (int i = 0; i < 30; i++) {
        tested.call(put(invoice(i, "USA")));
      }
      QueryRequest query =
          query("tx_country = :c", Map.of(":c", s("USA"))).toBuilder().limit(5).build();
      QueryResponse first = tested.call(query);
      Set<String> onFirst =
          first.items().stream().map(i -> i.get("invoice").s()).collect(Collectors.toSet());
      for (int i = 0; i < 30; i++) {
        if (!onFirst.contains("InvoiceNumber#" + i)) {
          tested.call(put(invoice(i, "FRA")));
        }
      }
      QueryRequest next = query.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build();
      assertThat(tested.call(next).items()).isEmpty();
    }
  }

  @Test
  void explain_queryOnTheIndex_showsItsShards(LocalDynamoDb local) {
    try (DynamoDbClient plain = local.clientBuilder().build();
        ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build()) {
      assertThat(client.explain(query("tx_country = :c", Map.of(":c", s("USA")))).toString())
          .contains("FAN_OUT", "invoices/byCountry: shards 0-3 of 4");
    }
  }
}
