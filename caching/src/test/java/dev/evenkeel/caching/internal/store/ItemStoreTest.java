package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What may be in memory, step by step. */
class ItemStoreTest {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
  private static final CachedTable TABLE =
      CachedTable.of(
          CachingSpec.builder("t")
              .partitionKey("id", ScalarAttributeType.S)
              .timeToLive(TIME_TO_LIVE)
              .popular(1, Duration.ofMinutes(1))
              .build());
  private static final ItemKey KEY = key("k");
  private static final GetItemResponse OLD = item("old");
  private static final GetItemResponse NEW = item("new");

  private final AtomicLong nanos = new AtomicLong();
  private final ItemStore store = new ItemStore(8L << 20, nanos::get, () -> 0, false);

  ItemStoreTest() {
    store.add(TABLE);
  }

  private static ItemKey key(String id) {
    return new ItemKey("t", AttributeValue.fromS(id), null);
  }

  private static GetItemResponse item(String value) {
    GetItemResponse.Builder item =
        GetItemResponse.builder().item(Map.of("v", AttributeValue.fromS(value)));
    ResponseMetadata.copy(null, item);
    return item.build();
  }

  private Reading<GetItemResponse> reading() {
    return store.reading(TABLE, KEY, Projection.WHOLE);
  }

  private GetItemResponse hit() {
    return store.hit(KEY, Projection.WHOLE);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void read_isStored() {
    store.store(reading(), OLD);
    assertThat(hit()).isEqualTo(OLD);
  }

  @Test
  void write_takesItemOutBeforeItIsSent() {
    store.store(reading(), OLD);
    Reading<GetItemResponse> part = store.reading(TABLE, KEY, new Projection("v", Map.of()));
    store.store(part, OLD);

    store.writing(List.of(KEY));
    assertThat(hit()).isNull();
    assertThat(store.hit(KEY, part.question())).isNull();
  }

  @Test
  void writeOfOne_takesItemOutBeforeItIsSent() {
    store.store(reading(), OLD);
    store.writing(TABLE, KEY);
    assertThat(hit()).isNull();
  }

  @Test
  void read_thatBeganBeforeAWrite_isNotStored() {
    Reading<GetItemResponse> before = reading();
    Writing writing = store.writing(List.of(KEY));
    store.store(before, OLD);
    assertThat(hit()).isNull();

    writing.end();
    store.store(before, OLD);
    assertThat(hit()).isNull();
    assertThat(store.stats().get("t").overtaken()).isEqualTo(2);
  }

  @Test
  void read_thatBeganDuringAWrite_isNotStored() {
    Writing writing = store.writing(List.of(KEY));
    Reading<GetItemResponse> during = reading();
    store.store(during, OLD);
    assertThat(hit()).isNull();

    writing.end();
    store.store(during, OLD);
    assertThat(hit()).isNull();
  }

  @Test
  void read_thatBeganAfterAWrite_isStored() {
    store.writing(List.of(KEY)).end();
    store.store(reading(), NEW);
    assertThat(hit()).isEqualTo(NEW);
  }

  @Test
  void end_thatIsToldTwice_isOne() {
    Writing first = store.writing(List.of(KEY));
    Writing second = store.writing(List.of(KEY));
    first.end();
    first.end();
    store.store(reading(), OLD);
    assertThat(hit()).isNull();

    second.end();
    store.store(reading(), NEW);
    assertThat(hit()).isEqualTo(NEW);
  }

  @Test
  void timeToLive_countsFromTheBeginningOfTheRead() {
    Reading<GetItemResponse> slow = reading();
    pass(Duration.ofSeconds(9));
    store.store(slow, OLD);
    assertThat(hit()).isEqualTo(OLD);

    pass(Duration.ofSeconds(1));
    assertThat(hit()).isNull();
  }

  @Test
  void read_thatTookLongerThanTheTimeToLive_isNotStored() {
    Reading<GetItemResponse> slow = reading();
    pass(TIME_TO_LIVE);
    store.store(slow, OLD);
    assertThat(store.size()).isZero();
  }

  @Test
  void caller_joinsNoReadThatBeganBeforeAWrite() {
    Flight<?> old = store.flight(reading(), false);
    assertThat(store.flight(reading(), false)).isSameAs(old);

    Writing writing = store.writing(List.of(KEY));
    Flight<?> during = store.flight(reading(), false);
    assertThat(during).isNotSameAs(old);

    writing.end();
    assertThat(store.flight(reading(), false)).isNotSameAs(during);
  }

  @Test
  void caller_joinsNoReadOlderThanTheTimeToLive() {
    Flight<?> old = store.flight(reading(), false);
    pass(TIME_TO_LIVE);
    assertThat(store.flight(reading(), false)).isNotSameAs(old);
    assertThat(store.isFresh(TABLE, old.reading().since())).isFalse();
  }

  @Test
  void update_thatTellsTheNewItem_takesTheOldOnesPlace() {
    store.store(reading(), OLD);
    store.writing(TABLE, KEY).endWith(NEW);
    assertThat(hit()).isEqualTo(NEW);
  }

  @Test
  void update_ofAnItemThatIsNotInMemory_bringsItNotThere() {
    store.writing(TABLE, KEY).endWith(NEW);
    assertThat(hit()).isNull();
  }

  @Test
  void update_besideAnotherWrite_isNotBelieved() {
    store.store(reading(), OLD);
    Writing.OfOne update = store.writing(TABLE, KEY);
    Writing other = store.writing(List.of(KEY));
    update.endWith(NEW);
    assertThat(hit()).isNull();
    other.end();

    store.store(reading(), OLD);
    Writing.OfOne late = store.writing(TABLE, KEY);
    store.writing(List.of(KEY)).end();
    late.endWith(NEW);
    assertThat(hit()).isNull();
  }

  @Test
  void writeOfATable_emptiesIt() {
    store.store(reading(), OLD);
    Reading<GetItemResponse> before = reading();
    Writing writing = store.writingAll(List.of("t"));
    assertThat(hit()).isNull();
    store.store(before, OLD);
    assertThat(hit()).isNull();
    writing.end();
    store.store(reading(), NEW);
    assertThat(hit()).isEqualTo(NEW);
  }

  @Test
  void slowReadOfAnOlderItem_isNotStoredOverANewerOne() {
    Reading<GetItemResponse> slow = reading();
    pass(Duration.ofSeconds(1));
    store.store(reading(), NEW);
    store.store(slow, OLD);
    assertThat(hit()).isEqualTo(NEW);
  }

  @Test
  void itemInMemory_holdsNothingOfItsConnection() {
    GetItemResponse.Builder large = GetItemResponse.builder().item(OLD.item());
    large.sdkHttpResponse(
        SdkHttpFullResponse.builder()
            .statusCode(200)
            .content(AbortableInputStream.create(new ByteArrayInputStream(new byte[10])))
            .build());
    store.store(reading(), large.build());
    assertThat(hit()).isEqualTo(OLD);
  }

  @Test
  void hotItem_isReadAheadByOneCaller() {
    CachedTable ahead =
        CachedTable.of(
            CachingSpec.builder("t")
                .partitionKey("id", ScalarAttributeType.S)
                .timeToLive(TIME_TO_LIVE)
                .refreshAhead()
                .build());
    store.store(store.reading(ahead, KEY, Projection.WHOLE), OLD);
    pass(Duration.ofSeconds(7));
    assertThat(store.isToBeRefreshed(KEY, Projection.WHOLE)).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(store.isToBeRefreshed(KEY, Projection.WHOLE)).isTrue();
    assertThat(store.isToBeRefreshed(KEY, Projection.WHOLE)).isFalse();
  }

  @Test
  void bytes_stayWithinTheBound() {
    GetItemResponse large =
        GetItemResponse.builder()
            .item(Map.of("v", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[400_000]))))
            .build();
    for (int i = 0; i < 100; i++) {
      store.store(store.reading(TABLE, key("large " + i), Projection.WHOLE), large);
    }
    assertThat(store.bytes()).isBetween(6L << 20, 8L << 20);
    assertThat(store.size()).isEqualTo(20);
    assertThat(store.stats().get("t").evicted()).isEqualTo(80);
  }
}
