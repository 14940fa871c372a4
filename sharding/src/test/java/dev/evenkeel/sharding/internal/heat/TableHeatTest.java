package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.heat.Finding.Kind;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Which keys are hot, and what would cure them, by what a client sees of its writes. */
class TableHeatTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final IntFunction<AttributeValue> RISING = TableHeatTest::time;
  private static final HeatPolicy APPLY = HeatPolicy.apply();

  private final ShardingSpec spec =
      ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk").shards(1).build();
  private long now;
  private int next;
  private List<Finding> last = List.of();
  private LayoutRecord record = ready(Map.of(), 3);
  private TableHeat heat = heat(APPLY);

  private TableHeat heat(HeatPolicy policy) {
    return new TableHeat(spec, policy, () -> record, () -> now);
  }

  private static LayoutRecord ready(Map<AttributeValue, Pieces> keys, long version) {
    return new LayoutRecord(
        version, "spec", State.READY, true, "control", TableLayout.of(keys, null), null, 0);
  }

  private static AttributeValue time(int i) {
    return AttributeValue.fromS("t%06d".formatted(i));
  }

  private static AttributeValue scattered(int i) {
    return AttributeValue.fromS("t%06d".formatted(i * 7_919 % 1_000));
  }

  /** A hundred writes a second, some of which are throttled, so many seconds long. */
  private List<Kind> write(
      int seconds, int throttledPercent, IntFunction<AttributeValue> sortKeys) {
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < seconds * 100; i++) {
      now += Duration.ofMillis(10).toNanos();
      AttributeValue sortKey = sortKeys.apply(next++);
      heat.offered(HOT, sortKey);
      if (i * 37 % 100 < throttledPercent) {
        heat.failed(HOT, sortKey);
        heat.throttled(HOT, sortKey);
      } else {
        heat.succeeded(HOT, sortKey);
      }
      if (heat.isDue()) {
        last = heat.found();
        last.forEach(found -> kinds.add(found.kind()));
      }
    }
    return kinds;
  }

  @Test
  void found_throttlesOfRisingKeys_appliesAfterTheCoolDown() {
    assertThat(write(9, 80, RISING)).isEmpty();
    assertThat(write(2, 80, RISING)).containsExactly(Kind.APPLY);
    Finding found = last.get(0);
    assertThat(found.key()).isEqualTo(HOT);
    assertThat(found.shards()).isEqualTo(1);
    assertThat(found.throttles()).isBetween(390L, 410L);
  }

  @Test
  void found_newPieces_beginTheWindowAndTheCoolDownAnew() {
    assertThat(write(11, 80, RISING)).containsExactly(Kind.APPLY);
    record = ready(Map.of(HOT, Pieces.shards(1).from(time(next), 2)), 5);
    assertThat(write(9, 60, RISING)).isEmpty();
    assertThat(write(2, 60, RISING)).containsExactly(Kind.APPLY);
    assertThat(last.get(0).shards()).isEqualTo(2);
  }

  @Test
  void found_aChangeThatWasGivenUp_waitsTwiceAsLong() {
    assertThat(write(11, 80, RISING)).containsExactly(Kind.APPLY);
    record = ready(Map.of(), 5);
    assertThat(write(19, 80, RISING)).isEmpty();
    assertThat(write(6, 80, RISING)).containsExactly(Kind.APPLY);
  }

  @Test
  void found_sortKeysInNoOrder_areForAMoveAndSaidOnce() {
    assertThat(write(16, 80, TableHeatTest::scattered)).containsExactly(Kind.MOVE);
    assertThat(write(30, 80, TableHeatTest::scattered)).isEmpty();
    now += Duration.ofMinutes(10).toNanos();
    assertThat(write(16, 80, TableHeatTest::scattered)).containsExactly(Kind.MOVE);
  }

  @Test
  void found_oneSortKeyForEver_isForAMove() {
    assertThat(write(16, 80, i -> time(1))).containsExactly(Kind.MOVE);
  }

  /** Each write comes four times more until it is taken: those are no new ones. */
  @Test
  void found_risingKeysThatComeAgain_stillRise() {
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      now += Duration.ofMillis(10).toNanos();
      for (int again = i; again > Math.max(0, i - 4); again--) {
        heat.offered(HOT, time(again));
        heat.failed(HOT, time(again));
        heat.throttled(HOT, time(again));
      }
      heat.found().forEach(found -> kinds.add(found.kind()));
    }
    assertThat(kinds).containsExactly(Kind.APPLY);
  }

  /** A greatest item far above all others takes the piece with it. */
  @Test
  void found_newWritesBelowThePiece_areForAMove() {
    record = ready(Map.of(HOT, Pieces.shards(1).from("~", 2)), 3);
    assertThat(write(11, 80, RISING)).containsExactly(Kind.MOVE);
  }

  /** After a change, what was throttled before comes again below the piece. */
  @Test
  void found_throttlesBelowThePieceOnly_areNoHeatOfIt() {
    record = ready(Map.of(HOT, Pieces.shards(1).from(time(0), 2)), 3);
    heat.throttled(HOT, time(0));
    for (int i = 0; i < 2_000; i++) {
      now += Duration.ofMillis(10).toNanos();
      heat.offered(HOT, time(next++));
      heat.throttled(HOT, AttributeValue.fromS("s"));
      assertThat(heat.found()).isEmpty();
    }
  }

  @Test
  void found_asManyShardsAsAreAllowed_saysSo() {
    record = ready(Map.of(HOT, Pieces.shards(1).from(time(0), 64)), 3);
    assertThat(write(11, 80, RISING)).containsExactly(Kind.CEILING);
  }

  @Test
  void found_notReadyOrNotToApply_proposesOnce() {
    record = LayoutRecord.first("spec");
    assertThat(write(30, 80, RISING)).containsExactly(Kind.PROPOSE);
    record = ready(Map.of(), 3);
    heat = heat(HeatPolicy.propose());
    assertThat(write(30, 80, RISING)).containsExactly(Kind.PROPOSE);
  }

  @Test
  void found_fewThrottlesOrFewWrites_isNothing() {
    heat = heat(HeatPolicy.propose());
    assertThat(write(30, 1, RISING)).isEmpty();
    heat = heat(HeatPolicy.propose());
    for (int i = 0; i < 30; i++) {
      now += Duration.ofSeconds(1).toNanos();
      heat.offered(HOT, time(next));
      IntStream.range(0, 15).forEach(j -> heat.throttled(HOT, time(next)));
      next++;
      assertThat(heat.found()).isEmpty();
    }
  }

  private List<Kind> consume(double units) {
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      now += Duration.ofMillis(10).toNanos();
      heat.offered(HOT, time(next));
      heat.succeeded(HOT, time(next));
      heat.consumed(HOT, time(next++), units);
      heat.found().forEach(found -> kinds.add(found.kind()));
    }
    return kinds;
  }

  @Test
  void found_units_countForEachShard() {
    heat = heat(HeatPolicy.propose());
    assertThat(consume(9)).containsExactly(Kind.PROPOSE);
    record = ready(Map.of(HOT, Pieces.shards(1).from(time(0), 2)), 3);
    heat = heat(HeatPolicy.propose());
    assertThat(consume(9)).isEmpty();
  }

  @Test
  void found_oneHotKeyAmongManyOthers_isFoundInBoundedMemory() {
    heat = heat(HeatPolicy.propose());
    List<AttributeValue> found = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      now += Duration.ofMillis(1).toNanos();
      heat.throttled(AttributeValue.fromS("k" + i), time(i));
      if (i % 10 == 0) {
        heat.offered(HOT, time(i));
        heat.throttled(HOT, time(i));
      }
      assertThat(heat.size()).isLessThanOrEqualTo(TableHeat.KEYS_MAX);
      heat.found().forEach(each -> found.add(each.key()));
    }
    assertThat(found).containsExactly(HOT);
  }

  /** Units that are far from making any key hot take no place from one that is throttled. */
  @Test
  void found_aThrottledKeyAmongUnitsOfManyCoolOnes_isFound() {
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      now += Duration.ofMillis(10).toNanos();
      heat.offered(HOT, time(i));
      heat.throttled(HOT, time(i));
      for (int cool = 0; cool < 100; cool++) {
        heat.consumed(AttributeValue.fromS("k" + (i * 100 + cool)), time(i), 1);
      }
      found.addAll(heat.found());
    }
    assertThat(found).extracting(Finding::key).containsExactly(HOT);
  }

  @Test
  void found_oneRefusedWriteFarAbove_doesNotEndTheRise() {
    write(1, 80, RISING);
    heat.offered(HOT, AttributeValue.fromS("~"));
    heat.failed(HOT, AttributeValue.fromS("~"));
    assertThat(write(15, 80, RISING)).isNotEmpty().containsOnly(Kind.APPLY);
  }

  @Test
  void found_oneWrittenItemFarAbove_isForAMove() {
    write(1, 80, RISING);
    heat.succeeded(HOT, AttributeValue.fromS("~"));
    assertThat(write(15, 80, RISING)).contains(Kind.MOVE);
  }

  private static Map<AttributeValue, Pieces> keys(int count) {
    return IntStream.range(0, count)
        .boxed()
        .collect(
            Collectors.toMap(
                i -> AttributeValue.fromS("k" + i), i -> Pieces.shards(1).from("t", 2)));
  }

  @Test
  void found_aRecordOfManyKeys_isProposedUnlessTheKeyIsInIt() {
    record = ready(keys(TableHeat.KEYS_IN_RECORD - 1), 3);
    assertThat(write(11, 80, RISING)).containsExactly(Kind.APPLY);
    record = ready(keys(TableHeat.KEYS_IN_RECORD), 5);
    assertThat(write(11, 80, RISING)).containsExactly(Kind.PROPOSE);
    Map<AttributeValue, Pieces> more = new HashMap<>(keys(TableHeat.KEYS_IN_RECORD));
    more.put(HOT, Pieces.shards(1).from(time(0), 2));
    record = ready(more, 7);
    assertThat(write(16, 80, RISING)).contains(Kind.APPLY);
  }

  @Test
  void found_twoKeysAtATime_appliesToTheHotterOne() {
    AttributeValue hotter = AttributeValue.fromS("hotter");
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      now += Duration.ofMillis(10).toNanos();
      for (AttributeValue key : List.of(HOT, hotter, hotter)) {
        heat.offered(key, time(next));
        heat.throttled(key, time(next++));
      }
      found.addAll(heat.found());
    }
    assertThat(found).extracting(Finding::key).containsExactly(hotter);
    assertThat(found).extracting(Finding::version).containsExactly(3L);
  }

  @Test
  void found_aKeyThatHasCooled_isForgotten() {
    write(1, 5, RISING);
    assertThat(heat.watches()).isTrue();
    write(12, 0, RISING);
    assertThat(heat.watches()).isFalse();
  }

  @Test
  void rest_aKeyThatCouldNotBeChanged_isLeftAlone() {
    assertThat(write(11, 80, RISING)).containsExactly(Kind.APPLY);
    heat.rest(HOT);
    assertThat(write(60, 80, RISING)).isEmpty();
  }
}
