package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.store.Flight.Abandoned;
import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Shared reads, step by step. */
class SharedReadStepsTest {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(1);
  private static final CachedTable TABLE =
      CachedTable.of(
          CachingSpec.builder("t")
              .partitionKey("id", ScalarAttributeType.S)
              .timeToLive(TIME_TO_LIVE)
              .build());
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("k"));
  private static final GetItemResponse ITEM = GetItemResponse.builder().item(KEY).build();

  private final AtomicLong nanos = new AtomicLong();
  private final ItemStore store = new ItemStore(1L << 20, nanos::get, () -> 0, false);
  private final List<Runnable> held = new ArrayList<>();

  SharedReadStepsTest() {
    store.add(TABLE);
  }

  private FlowStepper<GetItemResponse> caller() {
    GetItemRequest get = GetItemRequest.builder().tableName("t").key(KEY).build();
    ItemKey key = new ItemKey("t", KEY.get("id"), null);
    return FlowStepper.of(
        new SharedRead<>(
                store,
                TABLE,
                key,
                Projection.WHOLE,
                new ItemFetch(store, get, false),
                false,
                false,
                held::add)
            .flow());
  }

  private static Ask only(FlowStepper<?> stepper) {
    List<Ask> asks = stepper.asks();
    assertThat(asks).hasSize(1);
    return asks.get(0);
  }

  @Test
  void firstCaller_sends_andOthersWait() {
    assertThat(only(caller()).request()).isInstanceOf(TableCall.class);
    assertThat(only(caller()).request()).isInstanceOf(Flight.class);
  }

  @Test
  void callerOfAReadSlowerThanTheTimeToLive_readsAlone() {
    FlowStepper<GetItemResponse> first = caller();
    int sent = only(first).ticket();
    FlowStepper<GetItemResponse> second = caller();
    FlowStepper<GetItemResponse> third = caller();
    int secondWaits = only(second).ticket();
    int thirdWaits = only(third).ticket();
    nanos.addAndGet(TIME_TO_LIVE.toNanos());
    first.answer(sent, ITEM);
    assertThat(first.asks()).isEmpty();

    second.answer(secondWaits, new Reply<>(ITEM, 0));
    third.answer(thirdWaits, new Reply<>(ITEM, 0));
    assertThat(only(second).request()).isInstanceOf(TableCall.class);
    assertThat(only(third).request()).isInstanceOf(TableCall.class);
  }

  @Test
  void callerOfReadsThatAreGivenUp_waitsTwiceAtMost() {
    only(caller());
    FlowStepper<GetItemResponse> waiting = caller();
    int wait = only(waiting).ticket();
    held.forEach(Runnable::run); // the first one gives up
    only(caller()); // and another one leads
    waiting.answer(wait, new Abandoned<>());
    Ask again = only(waiting);
    assertThat(again.request()).isInstanceOf(Flight.class);

    waiting.answer(again.ticket(), new Abandoned<>());
    assertThat(only(waiting).request()).isInstanceOf(TableCall.class);
  }

  @Test
  void callersWhoWait_areGivenOneAnswer() {
    GetItemResponse sent =
        GetItemResponse.builder()
            .item(KEY)
            .consumedCapacity(units -> units.capacityUnits(1.0))
            .build();
    FlowStepper<GetItemResponse> first = caller();
    List<FlowStepper<GetItemResponse>> others = List.of(caller(), caller(), caller());
    first.answer(only(first).ticket(), sent);
    others.forEach(other -> other.answer(only(other).ticket(), new Reply<>(sent, 0)));
    assertThat(first.asks()).isEmpty();
    assertThat(others).allSatisfy(other -> assertThat(other.asks()).isEmpty());

    assertThat(first.result()).isSameAs(sent);
    GetItemResponse shared = others.get(0).result();
    assertThat(shared.item()).isEqualTo(KEY);
    assertThat(shared.consumedCapacity()).isNull();
    assertThat(others).allSatisfy(other -> assertThat(other.result()).isSameAs(shared));
  }

  @Test
  void callerOfAnItemThatCannotBeSized_getsIt() {
    AttributeValue newer = AttributeValue.builder().build(); // of a type that this SDK lacks
    GetItemResponse unsized = GetItemResponse.builder().item(Map.of("v", newer)).build();
    FlowStepper<GetItemResponse> first = caller();
    FlowStepper<GetItemResponse> second = caller();
    first.answer(only(first).ticket(), unsized);
    second.answer(only(second).ticket(), new Reply<>(unsized, 0));

    assertThat(second.asks()).isEmpty();
    assertThat(second.result().item()).isEqualTo(unsized.item());
    assertThat(store.stats().get("t").shared()).isEqualTo(1);
    assertThat(store.stats().get("t").unitsSaved()).isZero();
  }

  @Test
  void callerThatComesRightAfterALanding_sendsNothing() {
    FlowStepper<GetItemResponse> first = caller();
    first.answer(only(first).ticket(), ITEM);
    assertThat(first.asks()).isEmpty();

    FlowStepper<GetItemResponse> next = caller();
    assertThat(next.asks()).isEmpty();
    assertThat(next.result().item()).isEqualTo(KEY);
  }
}
