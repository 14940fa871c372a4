package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** One item is moved, while others and TTL delete what is at its places. */
class ItemMoverTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("orders").partitionKey("pk").sortKey("sk").shards(1).build());
  private static final ShardedTable SHARDED =
      TABLE.by(TableLayout.of(Map.of(HOT, Pieces.shards(2)), null));
  private static final Map<String, AttributeValue> ITEM =
      Map.of("pk", HOT, "sk", AttributeValue.fromS("s"), "v", AttributeValue.fromN("1"));

  private final TransactionCanceledException taken =
      TransactionCanceledException.builder()
          .cancellationReasons(reason("None"), reason("ConditionalCheckFailed"))
          .build();
  private final List<String> tokens = new ArrayList<>();
  private final FlowStepper<Done> steps =
      FlowStepper.of(
          new ItemMover(new Call("PutItem", "orders"), TABLE, SHARDED, null, this::token)
              .move(ITEM));

  private static CancellationReason reason(String code) {
    return CancellationReason.builder().code(code).build();
  }

  private String token() {
    tokens.add("token " + tokens.size());
    return tokens.get(tokens.size() - 1);
  }

  private <Q> Q answered(Class<Q> type, Object answer) {
    FlowStepper.Ask ask = Objects.requireNonNull(steps.next());
    Object request = ask.request() instanceof TableCall<?> call ? call.request() : ask.request();
    if (answer instanceof Throwable failure) {
      steps.fail(ask.ticket(), failure);
    } else {
      steps.answer(ask.ticket(), answer);
    }
    return type.cast(request);
  }

  private String reads(@Nullable Map<String, AttributeValue> found) {
    GetItemRequest get =
        answered(GetItemRequest.class, GetItemResponse.builder().item(found).build());
    assertThat(get.consistentRead()).isTrue();
    return get.key().get("pk").s();
  }

  /** A copy meets something at the new place, which is this when it is looked at. */
  private void copyMeets(@Nullable Map<String, AttributeValue> there) {
    assertThat(reads(ITEM)).isEqualTo("hot");
    answered(TransactWriteItemsRequest.class, taken);
    assertThat(reads(there)).startsWith("hot.");
  }

  @Test
  void copy_placeThatWasTakenIsFreeAgain_isMadeAnew() {
    copyMeets(null);
    assertThat(reads(ITEM)).isEqualTo("hot");
    answered(Pause.class, Done.DONE);

    assertThat(reads(ITEM)).isEqualTo("hot");
    TransactWriteItemsRequest again =
        answered(TransactWriteItemsRequest.class, TransactWriteItemsResponse.builder().build());
    assertThat(again.clientRequestToken()).isEqualTo("token 1");
    assertThat(again.transactItems().get(1).put().item()).containsEntry("v", ITEM.get("v"));
    assertThat(answered(DeleteItemRequest.class, DeleteItemResponse.builder().build()).key())
        .containsEntry("pk", HOT);
    assertThat(steps.next()).isNull();
    assertThat(steps.result()).isEqualTo(Done.DONE);
  }

  @Test
  void copy_placeIsFreeAgainAndTheOldItemGone_isDone() {
    copyMeets(null);
    assertThat(reads(null)).isEqualTo("hot");

    assertThat(steps.next()).isNull();
    assertThat(steps.result()).as("another has moved and deleted it").isEqualTo(Done.DONE);
  }

  @Test
  void copy_placeThatIsTakenAndFreeForEver_failsAfterAllRetries() {
    for (int tries = 0; tries < Retries.CALL_MAX; tries++) {
      copyMeets(null);
      assertThat(reads(ITEM)).isEqualTo("hot");
      answered(Pause.class, Done.DONE);
    }
    copyMeets(null);
    assertThat(reads(ITEM)).isEqualTo("hot");

    assertThat(steps.next()).isNull();
    assertThat(steps.failure()).isSameAs(taken);
    assertThat(tokens).doesNotHaveDuplicates().hasSize(Retries.CALL_MAX + 1);
  }

  /** It woke up in the move back, and its write is refused by its lease. */
  @Test
  void copy_anotherItemAtBothPlaces_isALaterMoves() {
    Map<String, AttributeValue> changed = new HashMap<>(ITEM);
    changed.put("v", AttributeValue.fromN("2"));
    copyMeets(changed);
    assertThat(reads(changed)).isEqualTo("hot");

    assertThat(steps.next()).isNull();
    assertThat(steps.result()).isEqualTo(Done.DONE);
  }

  @Test
  void copy_anotherItemAtTheNewPlace_isRefusedAtOnce() {
    copyMeets(Map.of("pk", AttributeValue.fromS("hot.1"), "sk", AttributeValue.fromS("s")));
    assertThat(reads(ITEM)).isEqualTo("hot");

    assertThat(steps.next()).isNull();
    assertThat(steps.failure())
        .isInstanceOfSatisfying(
            LayoutChangeException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.SHARDS_NOT_FREE));
  }
}
