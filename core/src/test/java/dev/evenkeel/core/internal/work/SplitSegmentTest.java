package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Half of what is left of a segment is split off while its holder is at a page. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@ExtendWith(LocalDynamoDbExtension.class)
class SplitSegmentTest {
  private static final int PLACES = CountedTable.PLACES;

  private final boolean onlyReads;
  private final WatchedClient client;
  private final Tally whole;
  private final WorkRun pass;
  private final AtomicInteger pages = new AtomicInteger();

  SplitSegmentTest(boolean onlyReads, LocalDynamoDb local) {
    this.onlyReads = onlyReads;
    DynamoDbClient its = local.isolated().client();
    whole = CountedTable.made(its);
    client = new WatchedClient(its);
    WorkTable table = new WorkTable("control", "job");
    pass =
        table.of(client.run(table.begun("count", PLACES, Double.POSITIVE_INFINITY, task(1_000))));
  }

  private CountTask task(int limit) {
    return new CountTask(CountedTable.READS, PLACES, limit, onlyReads);
  }

  /** Works on all by one lane; ends with the rows, which count all items once. */
  private List<SegmentRow> worked(int limit, int splitPage) {
    CountTask task = task(limit);
    SegmentTask split =
        task.after(
            () -> {
              if (pages.incrementAndGet() == splitPage) {
                heldIsSplit(task);
              }
            },
            null);
    Worker worker = new Worker(pass, split, Settings.of("test", 1), () -> false, System::nanoTime);
    assertThat(client.run(worker.run())).isEqualTo(whole);

    List<SegmentRow> rows = client.run(pass.segments());
    assertThat(rows).hasSize(PLACES + 1).allMatch(row -> row.state() == SegmentRow.State.DONE);
    assertThat(rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus))
        .isEqualTo(whole);
    return rows;
  }

  private void heldIsSplit(CountTask task) {
    SegmentRow held =
        client.run(pass.segments()).stream()
            .filter(row -> row.state() == SegmentRow.State.HELD)
            .findFirst()
            .orElseThrow();
    Segment.Bound bound =
        client.run(task.middle((Segment.KeyRange) held.segment(), held.after())).orElseThrow();
    assertThat(client.run(pass.split(held, bound))).isTrue();
  }

  /** What the other one had is found by the next look. */
  @Test
  void segment_splitInItsLastPage_isGoneOnWith() {
    assertThat(worked(1_000, 1)).allMatch(row -> row.pages() == 1);
  }

  @ParameterizedTest
  @CsvSource({"20, false", "30, true"})
  void page_duringASplit_isRepeatedOnlyIfItGoesBeyondTheBound(int limit, boolean isRepeated) {
    long since = worked(limit, 2).stream().mapToLong(SegmentRow::pages).sum();

    int before = 1;
    assertThat(pages).hasValue((int) since + before + (isRepeated ? 1 : 0));
  }
}
