package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Sharded indexes where they meet other things: sharded tables, the table's own key, limits. */
class ShardedIndexEdgeTest extends FilmVotes {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_onATableThatIsShardedToo_showsItemsThatCanBePutAgain(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(kind, local, spec(4, 3))) {
      for (int i = 0; i < 9; i++) {
        client.call(put(vote(i)));
      }
      QueryRequest ofTable = query(null, "pk", "film");
      List<Map<String, AttributeValue>> items = client.call(ofTable).items();
      assertThat(items).isEqualTo(IntStream.range(0, 9).mapToObj(i -> vote(i)).toList());
      items.forEach(item -> client.call(put(item)));
      QueryRequest projected = ofTable.toBuilder().projectionExpression("num, sk").build();
      assertThat(client.call(projected).items())
          .allSatisfy(item -> assertThat(item).containsOnlyKeys("sk"));
      QueryRequest filtered = ofTable.toBuilder().filterExpression("attribute_exists(num)").build();
      assertThatThrownBy(() -> client.call(filtered))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("'num' is named");
    }
  }

  /** An expression as long as DynamoDB takes it, of which nothing can be spared. */
  private static String full(String begin, String each, int length) {
    StringBuilder text = new StringBuilder(begin);
    for (int i = 0; text.length() + each.length() + 1 < length; i++) {
      text.append(each.formatted(i));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void query_projectionWithoutRoomForTheKeys_isRefusedWithItsLength(
      int shards, LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(shards, 3))) {
      client.call(put(vote(1)));
      String projection = full("mood", ",a%d", 4_096);
      QueryRequest query =
          query("bySk", "sk", "vote1").toBuilder().projectionExpression(projection).build();
      assertThatThrownBy(() -> client.call(query))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("the projection has 41")
          .hasMessageContaining("past DynamoDB's 4096");
    }
  }

  @Test
  void update_withoutRoomForTheNumber_isRefusedWithItsLengthBeforeItWrites(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      UpdateItemRequest.Builder update =
          UpdateItemRequest.builder()
              .tableName(TABLE)
              .key(Map.of("pk", s("film"), "sk", s("vote1")))
              .expressionAttributeValues(Map.of(":v", n(1)));
      String tooLong = full("SET z=:v", ",a%d=:v", 4_096);
      assertThatThrownBy(() -> client.call(update.updateExpression(tooLong).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining(" bytes, where it takes at most 4096, which is ")
          .hasMessageContaining(" fewer");
      String tooMany =
          IntStream.range(0, 300).mapToObj(i -> "a" + i + "=z+:v").collect(Collectors.joining(","));
      assertThatThrownBy(() -> client.call(update.updateExpression("SET " + tooMany).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("operator number 301");
      assertThat(plain.scan(scan -> scan.tableName(TABLE)).items()).isEmpty();
    }
  }

  @Test
  void query_numberFirstWithAValueOfAnotherType_namesThePartitionKey(LocalDynamoDb local) {
    ShardingSpec spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk")
            .shards(1)
            .shardedIndex(ShardedIndexSpec.numberFirst("byMood", MOOD.name(), MOOD.type(), 3))
            .build();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec)) {
      QueryRequest query =
          query("byMood", "mood", "").toBuilder()
              .expressionAttributeValues(Map.of(":v", n(1)))
              .build();
      assertThatThrownBy(() -> client.call(query))
          .hasMessageContaining("partition key attribute 'mood' is compared");
    }
  }

  @Test
  void scan_segmentsOfTheIndex_findEachEntryOnce(LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(4, 3))) {
      for (int i = 0; i < 20; i++) {
        client.call(put(vote(i)));
      }
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (int segment = 0; segment < 3; segment++) {
        Map<String, AttributeValue> start = null;
        do {
          ScanResponse page =
              client.call(
                  ScanRequest.builder()
                      .tableName(TABLE)
                      .indexName("byMood")
                      .totalSegments(3)
                      .segment(segment)
                      .limit(2)
                      .exclusiveStartKey(start)
                      .build());
          items.addAll(page.items());
          start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
        } while (start != null);
      }
      assertThat(items)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 20).mapToObj(ShardedIndexEdgeTest::vote).toList());
    }
  }
}
