package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** When answers that do not stay are read to fill the cache all the same, and what that costs. */
class FillsInVainStepsTest {
  private static final long BYTES_MAX = 1L << 20;
  private static final CachedTable TABLE =
      CachedTable.of(
          CachingSpec.builder("t")
              .partitionKey("id", ScalarAttributeType.S)
              .popular(1, Duration.ofMinutes(1))
              .build());
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("k"));
  private static final ItemKey ITEM = new ItemKey("t", KEY.get("id"), null);
  private static final GetItemResponse MISSING = GetItemResponse.builder().build();

  /** Larger than the cache. */
  private static final Map<String, AttributeValue> LARGE =
      Map.of("v", AttributeValue.fromS("x".repeat((int) BYTES_MAX)));

  private final AtomicLong nanos = new AtomicLong();

  private ItemStore store(boolean tiered) {
    ItemStore store = new ItemStore(BYTES_MAX, nanos::get, () -> 0, tiered);
    store.add(TABLE);
    return store;
  }

  private static boolean isPopular(ItemStore store) {
    return store.isPopular(ITEM, Projection.WHOLE, 1);
  }

  private static double saved(ItemStore store) {
    return store.stats().get("t").unitsSaved();
  }

  private static FlowStepper<GetItemResponse> caller(ItemStore store) {
    GetItemRequest get = GetItemRequest.builder().tableName("t").key(KEY).build();
    return FlowStepper.of(
        new SharedRead<>(
                store,
                TABLE,
                ITEM,
                Projection.WHOLE,
                new ItemFetch(store, get, false),
                false,
                false,
                held -> {})
            .flow());
  }

  private static Ask only(FlowStepper<?> caller) {
    List<Ask> asks = caller.asks();
    assertThat(asks).hasSize(1);
    return asks.get(0);
  }

  /** A fill of a missing item, that so many others wait for. */
  private static void readMissing(ItemStore store, int others) {
    FlowStepper<GetItemResponse> first = caller(store);
    int sent = only(first).ticket();
    List<FlowStepper<GetItemResponse>> all =
        Stream.generate(() -> caller(store)).limit(others).toList();
    for (FlowStepper<GetItemResponse> other : all) {
      Ask wait = only(other);
      ((Flight<?>) wait.request()).whenLanded(landed -> other.answer(wait.ticket(), landed));
    }
    first.answer(sent, MISSING);
    assertThat(first.asks()).isEmpty();
    all.forEach(other -> assertThat(other.asks()).isEmpty());
  }

  @Test
  void missingItem_thatManyAskForAtOnce_isReadOnceForThem() {
    ItemStore store = store(false);
    for (int i = 0; i < 10; i++) {
      assertThat(isPopular(store)).isTrue();
      readMissing(store, 1);
    }
    assertThat(store.stats().get("t").shared()).isEqualTo(10);
    assertThat(saved(store)).as("one read less, for twice the units").isZero();

    readMissing(store, 0);
    assertThat(isPopular(store)).isTrue();
    readMissing(store, 0);
    assertThat(isPopular(store)).isFalse();
  }

  @Test
  void missingItem_thatIsReadAllTheTime_isFilledTwiceAndForOneReadIn32() {
    ItemStore store = store(false);
    int fills = 0;
    int reads = 1000;
    for (int i = 0; i < reads; i++) {
      if (isPopular(store)) {
        store.fetched(store.reading(TABLE, ITEM, Projection.WHOLE), MISSING, false);
        fills++;
      }
    }
    assertThat(fills).isEqualTo(2 + reads / 32);
  }

  /** One key that fills has all of its batch cost twice: each may do so in its turn alone. */
  @Test
  void missingItem_thatIsReadInBatches_isFilledTwiceAndForOneReadIn32OfEachKey() {
    ItemStore store = store(false);
    int fills = 0;
    for (int i = 0; i < 2 * 32 * 100 + 2; i++) {
      if (store.isPopular(ITEM, Projection.WHOLE, 100)) {
        store.fetched(store.reading(TABLE, ITEM, Projection.WHOLE), MISSING, false);
        fills++;
      }
    }
    assertThat(fills).isEqualTo(2 + 2);
  }

  @Test
  void projection_thatWasFilledInVain_leavesTheOthersPopular() {
    ItemStore store = store(false);
    Projection part = new Projection("v", Map.of());
    for (int i = 0; i < 2; i++) {
      assertThat(store.isPopular(ITEM, part, 1)).isTrue();
      store.fetched(store.reading(TABLE, ITEM, part), MISSING, false);
    }
    assertThat(store.isPopular(ITEM, part, 1)).isFalse();
    assertThat(isPopular(store)).isTrue();
  }

  @Test
  void missingItem_thatManyHaveAskedForAtOnce_isNotFilledForEverAfter() {
    ItemStore store = store(false);
    readMissing(store, 100);
    readMissing(store, 0);
    assertThat(isPopular(store)).isTrue();
    readMissing(store, 0);
    assertThat(isPopular(store)).isFalse();
  }

  @Test
  void item_thatNoReadWasPaidFor_isNotInVainIfItFindsNoRoom() {
    ItemStore store = store(false);
    for (int i = 0; i < 5; i++) {
      store.store(store.reading(TABLE, ITEM, Projection.WHOLE), Projection.answer(LARGE));
      assertThat(store.size()).isZero();
      assertThat(isPopular(store)).isTrue();
    }
  }

  @Test
  void missingItem_ofEventualFills_isReadOnceForAllWhoAsk() {
    CachingSpec.Builder spec =
        CachingSpec.builder("e")
            .partitionKey("id", ScalarAttributeType.S)
            .popular(1, Duration.ofMinutes(1));
    CachedTable eventual = CachedTable.of(spec.eventual().build());
    ItemKey key = new ItemKey("e", KEY.get("id"), null);
    ItemStore store = store(false);
    store.add(eventual);
    for (int i = 0; i < 5; i++) {
      assertThat(store.isPopular(key, Projection.WHOLE, 1)).isTrue();
      store.fetched(store.reading(eventual, key, Projection.WHOLE), MISSING, false);
    }
    assertThat(store.stats().get("e").unitsSaved()).isZero();
  }

  @Test
  void item_thatIsTooLargeForMemory_isReadFromTheTier() {
    ItemStore store = store(true);
    assertThat(read(store, null)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(isPopular(store)).isTrue();
      assertThat(read(store, ItemBytes.of(LARGE))).isFalse();
    }
    assertThat(store.stats().get("t").remote()).isEqualTo(10);
  }

  @Test
  void item_thatIsTooLargeForMemory_andNotInTheTier_isFilledTwice() {
    ItemStore store = store(true);
    assertThat(read(store, null)).isTrue();
    assertThat(isPopular(store)).isTrue();
    assertThat(read(store, null)).isTrue();
    assertThat(isPopular(store)).isFalse();
  }

  /** Reads once, and tells whether DynamoDB was asked. */
  private static boolean read(ItemStore store, @Nullable SdkBytes inTier) {
    FlowStepper<GetItemResponse> caller = caller(store);
    Ask look = only(caller);
    assertThat(look.request()).isInstanceOf(Look.class);
    caller.answer(look.ticket(), new ReadResult("server", "stamp", inTier, 0));
    boolean isSent = false;
    for (Ask ask = caller.next(); ask != null; ask = caller.next()) {
      isSent |= ask.request() instanceof TableCall<?>;
      caller.answer(
          ask.ticket(),
          ask.request() instanceof Fill
              ? Done.DONE
              : GetItemResponse.builder().item(LARGE).build());
    }
    assertThat(caller.result().item()).isEqualTo(LARGE);
    assertThat(store.size()).isZero();
    return isSent;
  }

  @Test
  void answers_thatWereNeverGiven_areInVainIfTheyMakeRoom() {
    Projection part = new Projection("v", Map.of());
    Answer<GetItemResponse> given = answer();
    Answer<GetItemResponse> never = answer();
    given.give();
    List<Question<?>> inVain = new ArrayList<>();
    KnownItem item = KnownItem.with(null, part, never, 1, inVain::add);
    KnownItem both = KnownItem.with(item, Projection.WHOLE, given, 2, inVain::add);
    assertThat(inVain).isEmpty();

    both.tellNeverGiven(inVain::add);
    assertThat(inVain).containsExactly(part);
    Projection other = new Projection("w", Map.of());
    KnownItem without = KnownItem.with(both, other, answer(), 1, inVain::add);
    assertThat(without.answers()).containsOnlyKeys(other);
    assertThat(inVain).containsExactly(part, part);
  }

  private static Answer<GetItemResponse> answer() {
    return new Answer<>(MISSING, 1, 1, 0, 10, 10);
  }

  @Test
  void fill_thatAWriteHasOvertaken_isNotInVain() {
    ItemStore store = store(false);
    for (int i = 0; i < 5; i++) {
      Reading<GetItemResponse> reading = store.reading(TABLE, ITEM, Projection.WHOLE);
      store.writing(List.of(ITEM)).end();
      store.fetched(reading, Projection.answer(KEY), false);
      assertThat(isPopular(store)).isTrue();
    }
  }

  @Test
  void fill_costsHalfAReadMore_andOneAheadAWholeOne() {
    ItemStore store = store(false);
    Reading<GetItemResponse> reading = store.reading(TABLE, ITEM, Projection.WHOLE);
    store.fetched(reading, Projection.answer(KEY), false);
    assertThat(saved(store)).isEqualTo(-0.5);
    store.fetched(reading, Projection.answer(KEY), true);
    assertThat(saved(store)).isEqualTo(-1.5);
    store.hit(ITEM, Projection.WHOLE);
    assertThat(saved(store)).isEqualTo(-1);
  }
}
