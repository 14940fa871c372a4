package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes, and the pages that they take out of memory. */
class WrittenPagesTest extends ThreadPages {
  WrittenPagesTest(LocalDynamoDb local, DynamoDbClient plain) {
    super(local, plain);
  }

  @ParameterizedTest
  @EnumSource
  void everyWrite_isSeenAtOnce_andLeavesOtherPagesInMemory(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.write(4, 1, "a");
      replies.write(5, 1, "other");
      for (Writes write : Writes.values()) {
        replies.texts(5);
        List<String> before = replies.texts(4);
        write.send(replies.client, 4, 1, write.name());
        List<String> after = replies.texts(4);
        assertThat(after).as(write.name()).isNotEqualTo(before);
        if (!write.isStatement()) {
          replies.sent();
          assertThat(replies.texts(5)).containsExactly("other");
          assertThat(replies.requests()).as(write.name()).isZero();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_thatIsRefusedOrLost_takesPagesOut(Kind kind) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.connectionLost(Moment.AFTER_APPLY)).into("PutItem"))
            .build()
            .injector();
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    plain.putItem(Replies.put(6, 1, "old").build());
    try (ClientUnderTest client =
        kind.open(local, faults, CacheUnderTest.decoration(cache, Replies.spec().build()))) {
      QueryRequest query = Replies.query(6).build();
      client.call(query);
      assertThatThrownBy(() -> client.call(Replies.put(6, 1, "lost").build()))
          .isInstanceOf(SdkException.class);
      assertThat(client.call(query).items().get(0)).isEqualTo(Replies.reply(6, 1, "lost"));
    }
    try (Replies replies = open(kind)) {
      replies.texts(6);
      assertThatThrownBy(
              () ->
                  replies.client.call(
                      Replies.put(6, 1, "no")
                          .conditionExpression("attribute_not_exists(nr)")
                          .build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
      replies.sent();
      assertThat(replies.texts(6)).containsExactly("lost");
      assertThat(replies.requests()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_ofAnotherSpellingOfTheKey_takesPagesOut(Kind kind) {
    try (Replies replies = open(kind)) {
      replies.texts(7);
      replies.client.call(
          Replies.put(7, 1, "x")
              .item(
                  Map.of(
                      "thread", AttributeValue.fromN("7.0"),
                      "nr", AttributeValue.fromN("1"),
                      "text", AttributeValue.fromS("x")))
              .build());
      assertThat(replies.texts(7)).containsExactly("x");
      replies.client.call(Writes.delete(7, 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_whereTheSpecHasAnotherSortKey_takesPagesOut(Kind kind) {
    try (Replies replies = open(kind, Replies.spec().sortKey("number", ScalarAttributeType.S))) {
      replies.texts(9);
      replies.write(9, 1, "put");
      assertThat(replies.texts(9)).containsExactly("put");
      replies.client.call(
          UpdateItemRequest.builder()
              .tableName(Replies.TABLE)
              .key(Replies.key(9, 1))
              .updateExpression("SET #t = :t")
              .expressionAttributeNames(Map.of("#t", "text"))
              .expressionAttributeValues(Map.of(":t", AttributeValue.fromS("updated")))
              .build());
      assertThat(replies.texts(9)).containsExactly("updated");
      replies.client.call(Writes.delete(9, 1));
      assertThat(replies.texts(9)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void writeElsewhere_ofWhichTheCacheIsTold_takesPagesOut(Kind kind) {
    AtomicReference<InvalidationSource.Listener> listener = new AtomicReference<>();
    try (Replies replies = open(kind)) {
      replies.cache.listenTo(listener::set);
      replies.write(13, 1, "old");
      replies.texts(13);
      plain.putItem(Replies.put(13, 2, "new").build());
      assertThat(replies.texts(13)).containsExactly("old");
      listener.get().written(Replies.TABLE, Replies.key(13, 2));
      assertThat(replies.texts(13)).containsExactly("old", "new");

      plain.deleteItem(Writes.delete(13, 2));
      listener.get().lost();
      assertThat(replies.texts(13)).containsExactly("old");
    }
  }
}
