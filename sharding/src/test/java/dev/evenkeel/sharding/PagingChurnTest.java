package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Paging through a table or index while items come and go, those of start keys among them. */
@ExtendWith(LocalDynamoDbExtension.class)
class PagingChurnTest {
  private static final String TABLE = "churning";
  private static final ShardingSpec BY_SORT_KEY = spec(ShardSelector.hashOf("sk"));
  private static final String THE_TABLE = "the table";
  private static final AttributeValue LOW = s("s3");
  private static final AttributeValue HIGH = s("s7");
  private static final ShardingSpec BY_ID = spec(ShardSelector.hashOf("id"));

  private static ShardingSpec spec(ShardSelector selector) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(5)
        .selector(selector)
        .localIndex("local", "v", ScalarAttributeType.N)
        .globalIndex("global", "v", ScalarAttributeType.N)
        .globalIndex("unsorted")
        .build();
  }

  @Tag("rounds")
  @ParameterizedTest
  @CsvSource({
    "SYNC,true,true",
    "SYNC,false,true",
    "ASYNC,true,true",
    "SYNC,true,false",
    "ASYNC,false,false"
  })
  void query_itemsComeAndGoBetweenPages_thoseThatStayAppearOnceAndInOrder(
      Kind kind, boolean readAhead, boolean keyed, LocalDynamoDb local, DynamoDbClient plain) {
    ShardingSpec spec = keyed ? BY_SORT_KEY : BY_ID;
    PhysicalTables.create(plain, spec);
    long seed = Long.getLong("evenkeel.seed", Rounds.isMore() ? 20261125 : 20261124);
    try (ClientUnderTest reader = ShardedClients.open(kind, local, readAhead, spec);
        ClientUnderTest writer = ShardedClients.open(Kind.SYNC, local, spec)) {
      Random random = new Random(seed);
      for (int round = 0; round < Rounds.of(2); round++) {
        Churn churn =
            new Churn(reader, random.nextBoolean() ? reader : writer, keyed, random, round);
        try {
          churn.run();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("-Devenkeel.seed=%d, round %d".formatted(seed, round), e);
        }
      }
    } finally {
      plain.deleteTable(delete -> delete.tableName(TABLE));
    }
  }

  /** One walk through the table or an index, on a partition of its own. */
  private static final class Churn {
    private final ClientUnderTest reader;
    private final ClientUnderTest writer;
    private final boolean keyed;
    private final Random random;
    private final AttributeValue pk;
    private final Map<String, Map<String, AttributeValue>> present = new HashMap<>();
    private final Set<String> stayed;
    private int items;

    Churn(ClientUnderTest reader, ClientUnderTest writer, boolean keyed, Random random, int round) {
      this.keyed = keyed;
      this.reader = reader;
      this.writer = writer;
      this.random = random;
      this.pk = s("p" + round);
      for (int i = 0; i < 60; i++) {
        add();
      }
      this.stayed = new HashSet<>(present.keySet());
    }

    private void add() {
      String sk = "s" + random.nextInt(1000) + "-" + items++;
      Map<String, AttributeValue> item =
          Map.of("pk", pk, "sk", s(sk), "v", n(random.nextInt(4)), "id", s("id" + sk));
      writer.call(PutItemRequest.builder().tableName(TABLE).item(item).build());
      present.put(sk, item);
    }

    private void remove(String sk) {
      Map<String, AttributeValue> key = new HashMap<>(present.remove(sk));
      key.remove("v");
      if (keyed) {
        key.remove("id");
      }
      writer.call(DeleteItemRequest.builder().tableName(TABLE).key(key).build());
      stayed.remove(sk);
    }

    void run() {
      String index = List.of(THE_TABLE, "local", "global", "unsorted").get(random.nextInt(4));
      boolean ofTable = index.equals(THE_TABLE);
      boolean forward = random.nextBoolean();
      boolean bounded = !index.equals("unsorted") && random.nextBoolean();
      QueryRequest.Builder query =
          QueryRequest.builder()
              .tableName(TABLE)
              .indexName(ofTable ? null : index)
              .keyConditionExpression(bounded ? bounds(ofTable) : "pk = :pk")
              .expressionAttributeValues(
                  bounded
                      ? Map.of(":pk", pk, ":a", ofTable ? LOW : n(1), ":b", ofTable ? HIGH : n(3))
                      : Map.of(":pk", pk))
              .scanIndexForward(forward)
              .limit(1 + random.nextInt(9));
      List<Map<String, AttributeValue>> seen = new ArrayList<>();
      Map<String, AttributeValue> startKey = null;
      do {
        QueryResponse page = reader.call(query.exclusiveStartKey(startKey).build());
        seen.addAll(page.items());
        startKey = page.lastEvaluatedKey().isEmpty() ? null : page.lastEvaluatedKey();
        if (startKey != null) {
          churn(startKey.get("sk").s());
        }
      } while (startKey != null);
      check(seen, index, forward, bounded);
    }

    private static String bounds(boolean ofTable) {
      return "pk = :pk AND " + (ofTable ? "sk" : "v") + " BETWEEN :a AND :b";
    }

    private void churn(String last) {
      if (random.nextBoolean() && present.containsKey(last)) {
        remove(last);
      }
      List<String> keys = new ArrayList<>(present.keySet());
      Collections.sort(keys);
      for (int i = 0; i < 2 && !keys.isEmpty(); i++) {
        String sk = keys.get(random.nextInt(keys.size()));
        if (present.containsKey(sk)) {
          remove(sk);
        }
        add();
      }
    }

    private void check(
        List<Map<String, AttributeValue>> seen, String index, boolean forward, boolean bounded) {
      List<String> keys = Attributes.sortKeys(seen);
      assertThat(keys).as("none twice, on %s", index).doesNotHaveDuplicates();
      boolean ofTable = index.equals(THE_TABLE);
      List<String> expected =
          stayed.stream().filter(sk -> !bounded || isWithin(sk, ofTable)).toList();
      assertThat(keys).as("those that stayed, on %s", index).containsAll(expected);
      if (ofTable) {
        Comparator<String> order = Comparator.naturalOrder();
        assertThat(keys).isSortedAccordingTo(forward ? order : order.reversed());
      } else if (!index.equals("unsorted")) {
        Comparator<Integer> order = Comparator.naturalOrder();
        assertThat(seen.stream().map(Churn::value).toList())
            .isSortedAccordingTo(forward ? order : order.reversed());
      }
    }

    private boolean isWithin(String sk, boolean ofTable) {
      return ofTable
          ? sk.compareTo(LOW.s()) >= 0 && sk.compareTo(HIGH.s()) <= 0
          : value(present.get(sk)) >= 1;
    }

    private static int value(Map<String, AttributeValue> item) {
      return Integer.parseInt(item.get("v").n());
    }
  }
}
