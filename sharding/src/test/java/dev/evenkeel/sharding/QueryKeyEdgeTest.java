package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.b;
import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Keys of queries at the edges of what DynamoDB accepts: numbers, bytes, texts like a shard's. */
class QueryKeyEdgeTest extends EdgeQueries {
  @Test
  void query_binaryAndNumberSortKeys_beginsWith() {
    ShardingSpec binary = create("binary", ScalarAttributeType.S, ScalarAttributeType.B);
    ShardingSpec number = create("number", ScalarAttributeType.N, ScalarAttributeType.N);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(binary).table(number).build()) {
      for (AttributeValue sk : List.of(b(0xFF), b(0xFF, 0), b(0xFF, 0xFF, 0xFF), b(0xFE, 0xFF))) {
        client.putItem(put -> put.tableName("binary").item(key(s("a"), sk)));
      }
      assertThat(
              client
                  .query(
                      q ->
                          q.tableName("binary")
                              .keyConditionExpression("pk = :pk AND begins_with(sk, :p)")
                              .expressionAttributeValues(Map.of(":pk", s("a"), ":p", b(0xFF))))
                  .items())
          .extracting(item -> item.get("sk"))
          .containsExactly(b(0xFF), b(0xFF, 0), b(0xFF, 0xFF, 0xFF));
      assertThatThrownBy(
              () ->
                  client.query(
                      q ->
                          q.tableName("number")
                              .keyConditionExpression("pk = :pk AND begins_with(sk, :p)")
                              .expressionAttributeValues(Map.of(":pk", n(1), ":p", n(1)))))
          .isInstanceOfAny(DynamoDbException.class, RefusedOperationException.class)
          .hasMessageContaining("begins_with");
    }
  }

  @Test
  void query_numberKeysHoweverWritten_areOneKey() {
    ShardingSpec number = create("numbers", ScalarAttributeType.N, ScalarAttributeType.N);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(number).build()) {
      client.putItem(put -> put.tableName("numbers").item(key(n("1E0"), n("1.0"))));
      client.putItem(put -> put.tableName("numbers").item(key(n("1.00"), n("1"))));
      client.putItem(put -> put.tableName("numbers").item(key(n("+1"), n("-0.50"))));
      List<Map<String, AttributeValue>> expected = List.of(key(n("1"), n("-0.5")), key(n(1), n(1)));
      for (String pk : List.of("1", "1.0", "01", "10E-1")) {
        assertThat(
                client
                    .query(
                        q ->
                            q.tableName("numbers")
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", n(pk))))
                    .items())
            .isEqualTo(expected);
      }
      assertThat(client.getItem(g -> g.tableName("numbers").key(key(n("1e0"), n("1.000")))).item())
          .isEqualTo(key(n(1), n(1)));
      assertThat(
              client
                  .query(
                      q ->
                          q.tableName("numbers")
                              .keyConditionExpression("pk = :pk AND sk = :sk")
                              .expressionAttributeValues(Map.of(":pk", n(1), ":sk", n("1.0"))))
                  .items())
          .containsExactly(key(n(1), n(1)));
    }
  }

  @Test
  void query_logicalKeysThatLookPhysical_stayApart() {
    List<String> keys = List.of("t", "t.1", "t.1.1", "t.", ".1", "1", "t.01");
    keys.forEach(pk -> put(SPEC, key(pk, "only")));
    for (String pk : keys) {
      assertThat(run(query("pk = :pk").expressionAttributeValues(Map.of(":pk", s(pk)))).items())
          .containsExactly(key(pk, "only"));
    }
  }

  @Test
  void query_tableNamedByArn_isTheSameTable() {
    String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/edges";
    assertThat(sortKeys(run(all().tableName(arn)).items())).isEqualTo(ALL);
  }

  @Test
  void query_tooLongLogicalKey_isRefusedWithoutItsText() {
    String tooLong = "secret".repeat(400);
    assertThatThrownBy(
            () -> run(query("pk = :pk").expressionAttributeValues(Map.of(":pk", s(tooLong)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void query_binaryLogicalKeys_roundTrip() {
    ShardingSpec binary = create("binaryKeys", ScalarAttributeType.B, ScalarAttributeType.S);
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(binary).build()) {
      for (AttributeValue pk : List.of(b(0x2E, 0x31), b(0), b(0xFF), b(0xC3, 0x28))) {
        client.putItem(put -> put.tableName("binaryKeys").item(key(pk, s("x"))));
        client.putItem(put -> put.tableName("binaryKeys").item(key(pk, s("y"))));
        assertThat(
                client
                    .query(
                        q ->
                            q.tableName("binaryKeys")
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", pk)))
                    .items())
            .containsExactly(key(pk, s("x")), key(pk, s("y")));
      }
    }
  }
}
