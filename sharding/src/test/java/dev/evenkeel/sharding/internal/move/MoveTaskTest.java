package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask.Page;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** How much of a segment a pass reads before it saves what it has seen. */
class MoveTaskTest {
  private static final int ANY = Integer.MAX_VALUE;
  private static final Segment SEGMENT = Segment.scan(1).get(0);
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("hits").partitionKey("pk").sortKey("sk").shards(1).build());
  private static final MovePass PASS =
      MovePass.of(TABLE, TableLayout.NONE, TableLayout.NONE.moved(null, 8), null);

  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger pauses = new AtomicInteger();
  private int throttledAt = ANY;

  /** Reads give an item each, 20 in all. */
  private Object answer(Request<?> request) {
    if (request instanceof Pause) {
      pauses.incrementAndGet();
      return Done.DONE;
    }
    ScanRequest scan = (ScanRequest) ((TableCall<?>) request).request();
    if (reads.incrementAndGet() == throttledAt) {
      throw ThrottlingException.builder().message("slow down").build();
    }
    int number =
        scan.hasExclusiveStartKey()
            ? Integer.parseInt(scan.exclusiveStartKey().get("sk").s()) + 1
            : 1;
    Map<String, AttributeValue> item =
        Map.of("pk", AttributeValue.fromS("k"), "sk", AttributeValue.fromS("" + number));
    return ScanResponse.builder()
        .items(List.of(item))
        .lastEvaluatedKey(number == 20 ? Map.of() : item)
        .build();
  }

  private Page page(MoveTask task, int from, int itemsMax, BooleanSupplier stops) {
    return page(task, from, () -> itemsMax, stops);
  }

  private Page page(MoveTask task, int from, IntSupplier itemsMax, BooleanSupplier stops) {
    Map<String, AttributeValue> after =
        from == 0
            ? null
            : Map.of("pk", AttributeValue.fromS("k"), "sk", AttributeValue.fromS("" + from));
    PacedFlows unpaced = new PacedFlows(CapacityPace.unlimited(), () -> 1L);
    Turn turn = new Turn(unpaced, itemsMax, () -> Flow.of(true), stops);

    return SyncRunner.create()
        .run(task.page(SEGMENT, after, turn), (Sender<Object>) this::answer, Deadline.NONE);
  }

  private void assertRead(Page page, int items, int last) {
    assertThat(page.tally().items()).isEqualTo(items);
    assertThat(page.tally().left()).isEqualTo(page.tally().items());
    assertThat(page.next()).containsEntry("sk", AttributeValue.fromS("" + last));
  }

  @Test
  void page_ofAProofWithoutARate_isOfEightReads() {
    MoveTask proof = MoveTask.verifying(PASS);

    assertRead(page(proof, 0, ANY, () -> false), 8, 8);
    assertRead(page(proof, 8, ANY, () -> false), 8, 16);
    Page rest = page(proof, 16, ANY, () -> false);

    assertThat(rest.next()).isNull();
    assertThat(rest.tally().items()).isEqualTo(4);
    assertThat(reads).hasValue(20);
  }

  @Test
  void page_ofAProof_isTheSumOfItsReads() {
    MoveTask proof = MoveTask.verifying(PASS);

    Page eight = page(proof, 0, ANY, () -> false);
    Page four = page(proof, 8, ANY, () -> reads.get() == 12);
    Page rest = page(proof, 12, ANY, () -> false);

    assertRead(four, 4, 12);
    Page oneByOne = page(proof, 0, 1, () -> false);
    for (int from = 1; from < 20; from++) {
      Page next = page(proof, from, 1, () -> false);
      oneByOne = new Page(next.next(), oneByOne.tally().plus(next.tally()));
    }
    assertThat(eight.tally().plus(four.tally()).plus(rest.tally())).isEqualTo(oneByOne.tally());
  }

  @Test
  void page_atARateOrOfAMove_isOfOneRead() {
    assertRead(page(MoveTask.verifying(PASS), 0, 100, () -> false), 1, 1);
    assertThat(reads).hasValue(1);
    MoveTask look =
        MoveTask.looking(
            new ItemLook(PASS, new Unmovable("hits"), PlaceBytes.NONE, MoveIndexes.NONE, null));
    assertThat(page(look, 0, ANY, () -> false).tally().items()).isEqualTo(1);
    assertThat(reads).hasValue(2);
  }

  @Test
  void page_ofAProofThatGetsARate_endsWithItsRead() {
    MoveTask proof = MoveTask.verifying(PASS);

    assertRead(page(proof, 0, () -> reads.get() < 3 ? ANY : 100, () -> false), 3, 3);
  }

  @Test
  void page_ofAProofThatIsThrottled_keepsWhatWasRead() {
    throttledAt = 4;
    MoveTask proof = MoveTask.verifying(PASS);

    assertRead(page(proof, 0, ANY, () -> false), 3, 3);
    assertThat(pauses).hasPositiveValue();

    throttledAt = 5;
    assertThatThrownBy(() -> page(proof, 3, ANY, () -> false))
        .isInstanceOf(ThrottlingException.class);
    assertThat(reads).hasValue(5);
  }
}
