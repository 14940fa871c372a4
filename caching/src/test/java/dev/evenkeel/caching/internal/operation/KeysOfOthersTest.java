package dev.evenkeel.caching.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.shell.Invalidations;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.operation.TableScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Writes of items whose sort key is not the spec's, which take pages out of memory alone. */
class KeysOfOthersTest {
  private static final CachingSpec SPEC =
      CachingSpec.builder("t")
          .partitionKey("id", ScalarAttributeType.S)
          .sortKey("at", ScalarAttributeType.N)
          .popular(1, Duration.ofMinutes(1))
          .pages()
          .build();
  private static final Map<String, AttributeValue> KEY =
      Map.of("id", AttributeValue.fromS("k"), "at", AttributeValue.fromS("a text"));

  private final ItemStore store = new ItemStore(1L << 20, () -> 0, () -> 0, true);

  KeysOfOthersTest() {
    store.add(CachedTable.of(SPEC));
  }

  private void assertThatNothingElseIsAsked(DynamoDbRequest write, DynamoDbResponse answer) {
    Flow<DynamoDbResponse> flow =
        new CachingPlanner(List.of(SPEC), new TableScope(null, null), store, false)
            .plan(write, new CachedCall());
    FlowStepper<DynamoDbResponse> stepper = FlowStepper.of(Objects.requireNonNull(flow));
    List<Ask> asks = stepper.asks();
    assertThat(asks).hasSize(1);
    stepper.answer(asks.get(0).ticket(), answer);

    assertThat(stepper.asks()).isEmpty();
    assertThat(stepper.result()).isSameAs(answer);
  }

  @Test
  void put_asksTheTierForNothing() {
    assertThatNothingElseIsAsked(
        PutItemRequest.builder().tableName("t").item(KEY).build(),
        PutItemResponse.builder().build());
  }

  @Test
  void update_asksTheTierForNothing() {
    assertThatNothingElseIsAsked(
        UpdateItemRequest.builder().tableName("t").key(KEY).build(),
        UpdateItemResponse.builder().build());
  }

  @Test
  void writeElsewhere_asksTheTierForNothing() {
    List<Removal> asked = new ArrayList<>();
    new Invalidations(
            store,
            removal -> {
              asked.add(removal);
              return new CompletableFuture<>();
            })
        .written("t", KEY);

    assertThat(asked).isEmpty();
  }
}
