package dev.evenkeel.sharding.hostile;

import static dev.evenkeel.sharding.hostile.BadInput.DETERMINED;
import static dev.evenkeel.sharding.hostile.BadInput.NUMBERS;
import static dev.evenkeel.sharding.hostile.BadInput.RANDOM;
import static dev.evenkeel.sharding.hostile.BadInput.TABLE;
import static dev.evenkeel.sharding.hostile.BadInput.WIDE;
import static dev.evenkeel.sharding.hostile.BadInput.assertRefusedUnsent;
import static dev.evenkeel.sharding.hostile.BadInput.batchGet;
import static dev.evenkeel.sharding.hostile.BadInput.batchWrite;
import static dev.evenkeel.sharding.hostile.BadInput.delete;
import static dev.evenkeel.sharding.hostile.BadInput.key;
import static dev.evenkeel.sharding.hostile.BadInput.n;
import static dev.evenkeel.sharding.hostile.BadInput.put;
import static dev.evenkeel.sharding.hostile.BadInput.refused;
import static dev.evenkeel.sharding.hostile.BadInput.s;
import static dev.evenkeel.sharding.hostile.BadInput.with;

import dev.evenkeel.sharding.hostile.BadInput.Case;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Keys that coincide when stored, or that could not be found again, are refused, and nothing is
 * sent.
 */
class BadKeyTest {
  private static Map<String, AttributeValue> numbers(String pk, String sk) {
    return Map.of("pk", n(pk), "sk", n(sk));
  }

  static List<Case> duplicates() {
    Map<String, AttributeValue> one = with(key("x"), "det", s("1"));
    Map<String, AttributeValue> two = with(key("x"), "det", s("2"));
    return List.of(
        duplicate("get 1, 1.0", NUMBERS, batchGet(List.of(numbers("1", "5"), numbers("1.0", "5")))),
        duplicate("get 5, 5e0", NUMBERS, batchGet(List.of(numbers("1", "5"), numbers("1", "5e0")))),
        duplicate(
            "get 0, -0", NUMBERS, batchGet(List.of(numbers("0", "0"), numbers("-0", "-0.0")))),
        duplicate(
            "put 10, 1E1", NUMBERS, batchWrite(put(numbers("10", "5")), put(numbers("1E1", "5")))),
        duplicate(
            "put and delete",
            NUMBERS,
            batchWrite(put(numbers("1", "5")), delete(numbers("1.00", "5")))),
        duplicate("get, two determinants", DETERMINED, batchGet(List.of(one, two))),
        duplicate("put, two determinants", DETERMINED, batchWrite(put(one), put(two))),
        duplicate(
            "put, drawn", RANDOM, batchWrite(put(key("x")), put(with(key("x"), "v", s("2"))))));
  }

  private static Case duplicate(String name, ShardingSpec spec, DynamoDbRequest request) {
    return new Case(name, spec, request, DynamoDbException.class, "same");
  }

  @ParameterizedTest
  @MethodSource("duplicates")
  void batch_keysThatBecomeOne_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> wideProbes() {
    String reason = "all 32 shards is above maxProbe 16";
    Map<String, AttributeValue> key = key("x");
    return List.of(
        refused("get", WIDE, GetItemRequest.builder().tableName(TABLE).key(key).build(), reason),
        refused(
            "update",
            WIDE,
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key)
                .updateExpression("REMOVE v")
                .build(),
            reason),
        refused(
            "delete", WIDE, DeleteItemRequest.builder().tableName(TABLE).key(key).build(), reason),
        refused("batch get", WIDE, batchGet(List.of(key)), reason),
        refused("batch delete", WIDE, batchWrite(put(key("y")), delete(key)), reason),
        refused(
            "transact get",
            WIDE,
            TransactGetItemsRequest.builder()
                .transactItems(
                    TransactGetItem.builder().get(get -> get.tableName(TABLE).key(key)).build())
                .build(),
            reason));
  }

  @ParameterizedTest
  @MethodSource("wideProbes")
  void key_ofMoreShardsThanMaxProbe_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }
}
