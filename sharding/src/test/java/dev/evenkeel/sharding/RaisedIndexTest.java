package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Pages of a sharded index that got more numbers while it was in use. */
class RaisedIndexTest extends RaisedVotes {
  private static final ShardingSpec UNNAMED = spec(ofSeven());

  private static long gets(List<SdkRequest> sent) {
    return sent.stream().filter(GetItemRequest.class::isInstance).count();
  }

  /** The start keys of all places but the last, and the rows in their order. */
  private static List<Map<String, AttributeValue>> starts(ClientUnderTest tested) {
    return IntStream.range(1, tested.call(QUERY).count())
        .mapToObj(i -> tested.call(QUERY.toBuilder().limit(i).build()).lastEvaluatedKey())
        .toList();
  }

  @KindsInTurn
  void query_countRaisedBetweenPages_goesOnAfterTheSameRow(Kind kind, LocalDynamoDb local) {
    List<Map<String, AttributeValue>> rows;
    List<Map<String, AttributeValue>> starts;
    try (ClientUnderTest before = ShardedClients.open(kind, local, BEFORE)) {
      rows = before.call(QUERY).items();
      starts = starts(before);
    }
    assertThat(starts).as("natural keys").isEqualTo(rows.subList(0, ITEMS - 1));
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    try (ClientUnderTest after = ShardedClients.open(kind, local, sent::add, AFTER)) {
      for (int i = 1; i < ITEMS; i++) {
        Map<String, AttributeValue> start = starts.get(i - 1);
        sent.clear();
        assertThat(from(after, QUERY, start)).isEqualTo(rows.subList(i, ITEMS));
        assertThat(gets(sent)).isEqualTo(countsAgree(start) ? 0 : 1);
      }
    }
  }

  @KindsInTurn
  void query_afterTwoRaises_goesOnFromKeysOfTheLibraryAndByHand(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest between = ShardedClients.open(Kind.SYNC, local, AFTER)) {
      put(between, ITEMS, 2 * ITEMS);
    }
    ShardedIndexSpec ofTwelve =
        ShardedIndexSpec.multiAttribute(
                INDEX.name(), INDEX.partition().name(), INDEX.partition().type(), 12)
            .raisedFrom(2, 7);
    int all = 3 * ITEMS;
    for (ScatterOrder order : ScatterOrder.values()) {
      ShardingSpec spec = spec(ofTwelve).toBuilder().order(order).build();
      try (ClientUnderTest tested = ShardedClients.open(kind, local, spec)) {
        put(tested, 2 * ITEMS, all);
        for (boolean forward : new boolean[] {true, false}) {
          QueryRequest query = QUERY.toBuilder().scanIndexForward(forward).build();
          List<Map<String, AttributeValue>> rows = tested.call(query).items();
          assertThat(rows).doesNotHaveDuplicates().hasSize(all);
          for (int i = 1; i < all; i += 5) {
            Map<String, AttributeValue> start =
                tested.call(query.toBuilder().limit(i).build()).lastEvaluatedKey();
            assertThat(from(tested, query, start)).isEqualTo(rows.subList(i, all));
            assertThat(from(tested, query, rows.get(i - 1))).isEqualTo(rows.subList(i, all));
          }
        }
      }
    }
  }

  /** Rows of before carry their number, others have it in their key: no read is needed. */
  @KindsInTurn
  void query_raiseNotNamed_keysOfPagesAfterItAreExactWithoutARead(Kind kind, LocalDynamoDb local) {
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    try (ClientUnderTest tested = ShardedClients.open(kind, local, sent::add, UNNAMED)) {
      put(tested, ITEMS, 2 * ITEMS);
      List<Map<String, AttributeValue>> rows = tested.call(QUERY).items();
      List<Map<String, AttributeValue>> starts = starts(tested);
      for (int i = 1; i < 2 * ITEMS; i++) {
        Map<String, AttributeValue> row = rows.get(i - 1);
        Map<String, AttributeValue> start = starts.get(i - 1);
        boolean old = IntStream.range(0, ITEMS).anyMatch(vote -> row.equals(vote(vote)));
        assertThat(start.containsKey("evenkeel.shard")).isEqualTo(old && !countsAgree(row));
        assertThat(from(tested, QUERY, start)).isEqualTo(rows.subList(i, 2 * ITEMS));
      }
      assertThat(gets(sent)).isZero();
    }
  }

  @KindsInTurn
  void scan_countRaisedBetweenPages_goesOnAfterTheSameRow(Kind kind, LocalDynamoDb local) {
    ScanRequest scan =
        ScanRequest.builder().tableName(TABLE).indexName(INDEX.name()).limit(1).build();
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<Map<String, AttributeValue>> starts = new ArrayList<>();
    try (ClientUnderTest before = ShardedClients.open(kind, local, BEFORE)) {
      ScanResponse page = before.call(scan);
      while (page.hasLastEvaluatedKey()) {
        items.addAll(page.items());
        starts.add(page.lastEvaluatedKey());
        page = before.call(scan.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
      }
      items.addAll(page.items());
    }
    assertThat(items).containsExactlyInAnyOrderElementsOf(votes());
    assertThat(starts).as("natural keys").isEqualTo(items.subList(0, starts.size()));
    try (ClientUnderTest after = ShardedClients.open(kind, local, AFTER)) {
      for (int i = 1; i <= starts.size(); i++) {
        ScanRequest rest =
            scan.toBuilder().limit(null).exclusiveStartKey(starts.get(i - 1)).build();
        assertThat(after.call(rest).items()).isEqualTo(items.subList(i, items.size()));
      }
    }
  }
}
