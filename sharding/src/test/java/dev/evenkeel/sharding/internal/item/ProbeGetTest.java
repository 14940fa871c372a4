package dev.evenkeel.sharding.internal.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** The requests of a probe while DynamoDB processes only a small part of each. */
class ProbeGetTest {
  private final List<BatchGetItemRequest> sent = Collections.synchronizedList(new ArrayList<>());
  private final List<Pause> pauses = Collections.synchronizedList(new ArrayList<>());

  /**
   * Reads 1,024 rows.
   *
   * @param left how many of so many keys are left unprocessed
   */
  private GetItemResponse read(Function<Integer, Integer> left) {
    List<Map<String, AttributeValue>> keys =
        IntStream.range(0, 1024)
            .mapToObj(shard -> Map.of("pk", AttributeValue.fromS("a." + shard)))
            .toList();
    GetItemRequest get = GetItemRequest.builder().tableName("votes").build();
    return SyncRunner.create()
        .run(
            ProbeGet.flow(get, keys, found -> found.get(0)),
            request -> answer(request, left),
            Deadline.NONE);
  }

  private Object answer(Request<?> request, Function<Integer, Integer> left) {
    if (request instanceof Pause pause) {
      pauses.add(pause);
      return Done.DONE;
    }
    BatchGetItemRequest batch = (BatchGetItemRequest) ((TableCall<?>) request).request();
    sent.add(batch);
    List<Map<String, AttributeValue>> keys = batch.requestItems().get("votes").keys();
    int unprocessed = left.apply(keys.size());
    return BatchGetItemResponse.builder()
        .responses(Map.of("votes", keys.subList(unprocessed, keys.size())))
        .unprocessedKeys(
            unprocessed == 0
                ? Map.of()
                : Map.of(
                    "votes",
                    KeysAndAttributes.builder().keys(keys.subList(0, unprocessed)).build()))
        .build();
  }

  @Test
  void someLeft_areAskedForTogetherAfterAPause() {
    assertThat(read(keys -> keys / 2).hasItem()).isTrue();

    assertThat(sent).hasSizeLessThan(11 * 8);
    assertThat(pauses).hasSize(sent.size() - 11).allMatch(Pause::jittered);
  }

  @Test
  void nothingEverProcessed_isThrottledInTheEnd() {
    assertThatThrownBy(() -> read(keys -> keys))
        .isInstanceOf(ProvisionedThroughputExceededException.class)
        .hasMessageContaining("'votes'");

    assertThat(sent).hasSizeBetween(1 + Retries.CALL_MAX, 11 * (1 + Retries.CALL_MAX));
  }
}
