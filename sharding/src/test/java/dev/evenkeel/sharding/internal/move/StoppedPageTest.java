package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask.Page;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.move.MoveTask.Phase;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** A page of items that wait for their turn to be moved, in virtual time, when it is to stop. */
class StoppedPageTest {
  private static final int ITEMS = 9;
  private static final double UNITS = 5;
  private static final Segment SEGMENT = Segment.scan(1).get(0);
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("hits").partitionKey("pk").sortKey("sk").shards(1).build());
  private static final MovePass PASS =
      MovePass.of(TABLE, TableLayout.NONE, TableLayout.NONE.moved(null, 8), null);

  private final TreeMap<String, Map<String, AttributeValue>> old = new TreeMap<>();
  private final PacedFlows paced =
      new PacedFlows(CapacityPace.perSecond(UNITS), this::now, () -> {}, this::stops);
  private long nanos = 1;
  private long stop = Long.MAX_VALUE;

  StoppedPageTest() {
    for (int at = 0; at < ITEMS; at++) {
      old.put("" + at, key("" + at));
    }
  }

  private long now() {
    return nanos;
  }

  private boolean stops() {
    return nanos >= stop;
  }

  private void stopIn(int seconds) {
    stop = nanos + seconds * 1_000_000_000L;
  }

  private static Map<String, AttributeValue> key(String at) {
    return Map.of("pk", AttributeValue.fromS("k"), "sk", AttributeValue.fromS(at));
  }

  private static Flow<Boolean> moved(Map<String, AttributeValue> item) {
    DeleteItemRequest delete = DeleteItemRequest.builder().tableName("hits").key(item).build();
    return TableCall.delete(delete).map(done -> true);
  }

  /** All items that are left are in one page, and moving one costs a second of the rate. */
  private Object answer(TableCall<?> call) {
    Object sent = call.request();
    if (sent instanceof ScanRequest scan) {
      Map<String, AttributeValue> after = scan.exclusiveStartKey();
      String from = scan.hasExclusiveStartKey() ? after.get("sk").s() : "";
      return ScanResponse.builder().items(old.tailMap(from, false).values()).build();
    }
    old.remove(((DeleteItemRequest) sent).key().get("sk").s());
    ConsumedCapacity capacity = ConsumedCapacity.builder().capacityUnits(UNITS).build();
    return DeleteItemResponse.builder().consumedCapacity(capacity).build();
  }

  private Page page(@Nullable Map<String, AttributeValue> after) {
    MoveTask task = new MoveTask(PASS, Phase.MOVE, StoppedPageTest::moved, null);
    Turn turn = new Turn(paced, () -> Integer.MAX_VALUE, () -> Flow.of(true), this::stops);
    FlowStepper<Page> flow = FlowStepper.of(task.page(SEGMENT, after, turn));
    Queue<Wait> waits = new PriorityQueue<>(Comparator.comparingLong(Wait::end));
    while (!flow.isOver()) {
      List<Ask> asks = flow.asks();
      for (Ask ask : asks) {
        if (ask.request() instanceof Pause pause) {
          waits.add(new Wait(ask.ticket(), nanos + pause.longest().toNanos()));
        } else {
          flow.answer(ask.ticket(), answer((TableCall<?>) ask.request()));
        }
      }
      if (asks.isEmpty() && !flow.isOver()) {
        Wait first = waits.remove();
        nanos = first.end();
        flow.answer(first.ticket(), Done.DONE);
      }
    }
    if (flow.failure() instanceof RuntimeException failure) {
      throw failure;
    }
    return flow.result();
  }

  /** A pause that is under way; all pass side by side. */
  private record Wait(int ticket, long end) {}

  @Test
  void page_stoppedInItsMiddle_endsBeforeTheFirstItemThatWaits() {
    stopIn(3);
    Page stopped = page(null);

    int left = old.size();
    assertThat(left).isBetween(1, ITEMS - 1);
    assertThat(stopped.tally().moved()).isEqualTo(ITEMS - left);
    assertThat(stopped.next()).containsOnlyKeys("pk", "sk");
    stop = Long.MAX_VALUE;
    Page rest = page(stopped.next());

    assertThat(old).as("nothing is passed over").isEmpty();
    assertThat(rest.next()).isNull();
    Tally all = stopped.tally().plus(rest.tally());
    assertThat(all.moved()).isEqualTo(ITEMS);
    assertThat(all.items()).isEqualTo(ITEMS);
  }

  @Test
  void page_stoppedBeforeItsFirstItem_isThrottled() {
    Page some = page(null);
    assertThat(some.tally().moved()).isEqualTo(ITEMS);
    old.put("x", key("x"));
    stopIn(0);

    assertThatThrownBy(() -> page(null)).isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(old).containsOnlyKeys("x");
  }
}
