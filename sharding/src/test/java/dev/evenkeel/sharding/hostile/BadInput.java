package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests that cannot be honoured, and what has to come of them. */
final class BadInput {
  static final String TABLE = "orders";
  static final String TOKEN = "evenkeel.shard";

  static final ShardingSpec HASHED =
      ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk").shards(3).build();
  static final ShardingSpec DETERMINED =
      HASHED.toBuilder().selector(ShardSelector.hashOf("det")).build();
  static final ShardingSpec RANDOM =
      HASHED.toBuilder().selector(ShardSelector.random()).uniqueSortKeys().build();
  static final ShardingSpec WIDE = RANDOM.toBuilder().shards(32).maxProbe(16).build();
  static final ShardingSpec NUMBERS =
      ShardingSpec.builder(TABLE)
          .partitionKey("pk", ScalarAttributeType.N)
          .sortKey("sk", ScalarAttributeType.N)
          .shards(3)
          .build();

  /** A request, and why it is refused. */
  record Case(
      String name,
      ShardingSpec spec,
      DynamoDbRequest request,
      Class<? extends RuntimeException> type,
      String reason) {
    @Override
    public String toString() {
      return name;
    }
  }

  private BadInput() {}

  static Case refused(String name, ShardingSpec spec, DynamoDbRequest request, String reason) {
    return new Case(name, spec, request, RefusedOperationException.class, reason);
  }

  static void assertRefusedUnsent(Case bad) {
    for (Client client : Client.values()) {
      List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
      Throwable failure =
          catchThrowable(
              () ->
                  client.call(
                      bad.spec(),
                      sub -> {
                        sent.add(sub);
                        throw new AssertionError("sent");
                      },
                      bad.request()));
      Throwable bare = failure instanceof CompletionException ? failure.getCause() : failure;
      assertThat(sent).isEmpty();
      assertThat(bare).isExactlyInstanceOf(bad.type()).hasMessageContaining(bad.reason());
    }
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  static Map<String, AttributeValue> key(String sk) {
    return Map.of("pk", s("a"), "sk", s(sk));
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> attributes, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(attributes);
    changed.put(name, value);
    return changed;
  }

  static Map<String, AttributeValue> without(Map<String, AttributeValue> attributes, String name) {
    Map<String, AttributeValue> changed = new HashMap<>(attributes);
    changed.remove(name);
    return changed;
  }

  static BatchGetItemRequest batchGet(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  static BatchWriteItemRequest batchWrite(WriteRequest... writes) {
    return BatchWriteItemRequest.builder().requestItems(Map.of(TABLE, List.of(writes))).build();
  }

  static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
  }

  static TransactWriteItemsRequest transact(TransactWriteItem action) {
    return TransactWriteItemsRequest.builder().transactItems(action).build();
  }
}
