package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Who sleeps while a pass is forgotten and begun anew has no part in what is done then. */
@ExtendWith(LocalDynamoDbExtension.class)
class AnotherRunTest {
  private static final double ANY = Double.POSITIVE_INFINITY;

  private final CountTask task = new CountTask(CountedTable.READS, 0, 7);
  private final DynamoDbClient client;
  private final WorkRun first;

  AnotherRunTest(LocalDynamoDb local) {
    client = local.isolated().client();
    CountedTable.made(client);
    first = begun("count");
  }

  private WorkRun begun(String name) {
    WorkTable job = new WorkTable("control", "job");
    return job.of(run(job.begun(name, 1, ANY, task)));
  }

  private WorkRun begunAnew(String name) {
    run(first.table().forgotten());
    return begun(name);
  }

  private <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  /** Whatever its settings are, they are not those of the other run. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worker_wakesUp_worksOnNothing(boolean fails) {
    AtomicInteger pages = new AtomicInteger();
    AtomicReference<WorkRun> second = new AtomicReference<>(first);
    SegmentTask slept =
        task.after(
            () -> {
              if (pages.incrementAndGet() == 1) {
                second.set(begunAnew("something else"));
              }
            },
            fails ? Flow.failed(new IllegalStateException("taken away")) : null);
    Settings settings = Settings.of("test", 2);

    Tally saved = run(new Worker(first, slept, settings, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(Tally.NONE);
    assertThat(pages).hasValue(1);
    assertThat(run(second.get().segments()))
        .isNotEmpty()
        .allMatch(row -> row.equals(SegmentRow.first(row.segment())));
    assertThat(run(second.get().workers())).isEmpty();
  }

  /** Fences alone would not tell: each run begins with the same. */
  @Test
  void writes_thatWakeUp_changeNothing() {
    SegmentRow open = run(first.segments()).get(0);
    SegmentRow held = open.claimed("old/1");
    assertThat(run(first.swap(open, held))).isTrue();
    WorkJob old = run(first.table().read()).orElseThrow();
    WorkRun second = begunAnew("count");
    WorkJob now = run(second.table().read()).orElseThrow();

    assertThat(run(first.swap(held, held.released()))).isFalse();
    assertThat(run(first.swap(open, held))).isFalse();
    assertThat(run(first.table().swap(old, old.at(5)))).isFalse();
    run(WorkWrite.delete("control", key("job#work"), old));

    assertThat(run(second.table().read())).contains(now);
    assertThat(run(second.segments())).containsExactly(open);
  }

  /** Who has looked at a run takes no other one away, and gives it no pace. */
  @Test
  void stepsAfterALook_atTheRunBefore_changeNothing() {
    WorkTable table = first.table();
    WorkJob old = run(table.read()).orElseThrow();
    WorkRun second = begunAnew("something else");
    WorkJob now = run(table.read()).orElseThrow();

    run(table.forgotten(old));
    run(table.paced(old, 5));
    assertThat(run(table.swap(old, old.opened()))).isFalse();

    assertThat(run(table.read())).contains(now);
    assertThat(run(second.segments())).hasSize(1);
    run(table.paced(now, 5));
    assertThat(run(table.read()).orElseThrow().pace()).isEqualTo(5);
    run(table.forgotten(run(table.read()).orElseThrow()));
    assertThat(client.scan(scan -> scan.tableName("control")).items()).isEmpty();
  }

  /** Its fences may be the same, and it has no run to tell it from another. */
  @Test
  void stepsAfterALook_atAJobOfAnEarlierVersion_changeNothing() {
    WorkTable table = first.table();
    WorkJob now = run(table.read()).orElseThrow();
    WorkJob old = WorkJob.first("count", 1, ANY).opened();
    assertThat(old.fence()).isEqualTo(now.fence());

    assertThat(run(table.swap(old, old.at(5)))).isFalse();
    run(table.forgotten(old));

    assertThat(run(table.read())).contains(now);
  }

  /** A process that died in between has left its job like that. */
  @Test
  void begun_jobThatIsNotOpen_isCutUnlessItIsForSomethingElse() {
    WorkTable table = first.table();
    run(first.table().forgotten());
    WorkJob cutting = WorkJob.first("something else", 1, ANY).in("its");
    run(WorkWrite.one(WorkWrite.always("control", key("job#work"), WorkFormat.item(cutting))));

    assertThat(run(table.begun("count", 1, ANY, task))).isEqualTo(cutting);
    assertThat(run(table.of(cutting).segments())).isEmpty();
    assertThat(run(table.begun("something else", 1, ANY, task))).isEqualTo(cutting.opened());
    assertThat(run(table.of(cutting).segments())).hasSize(1);
  }

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS("job"));
  }

  /** Rows of the version before had no run in their keys. */
  @Test
  void job_ofAnEarlierVersion_isWorkedOn() {
    run(first.table().forgotten());
    WorkJob old = WorkJob.first("count", 1, ANY).opened();
    Map<String, AttributeValue> stored = WorkFormat.item(old);
    assertThat(stored).containsEntry("format", AttributeValue.fromN("1")).doesNotContainKey("run");
    run(WorkWrite.one(WorkWrite.always("control", key("job#work"), stored)));
    SegmentRow row = SegmentRow.first(Segment.scan(1).get(0));
    Map<String, AttributeValue> its =
        Map.of(
            "pk", AttributeValue.fromS("job#work"),
            "sk", AttributeValue.fromS("segment#" + row.segment().id()));
    run(WorkWrite.one(WorkWrite.always("control", its, WorkFormat.item(row))));
    WorkRun third = begun("count");

    Tally saved =
        run(new Worker(third, task, Settings.of("test", 2), () -> false, System::nanoTime).run());

    assertThat(saved.items()).isPositive();
    assertThat(run(third.segments())).allMatch(done -> done.state() == SegmentRow.State.DONE);
    run(third.table().forgotten());
    assertThat(run(third.table().read())).isEmpty();
    assertThat(client.scan(scan -> scan.tableName("control")).items()).isEmpty();
  }
}
