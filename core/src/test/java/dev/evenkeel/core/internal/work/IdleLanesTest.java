package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.WorkFixture.Actor;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** How often a worker of eight lanes reads all rows of its pass, which costs by their number. */
@ExtendWith(LocalDynamoDbExtension.class)
class IdleLanesTest {
  private static final Settings SETTINGS = Settings.of("test", 8);

  private final CountTask task = new CountTask(CountedTable.READS, 0, 1_000);
  private final DynamoDbClient client;
  private final Tally whole;

  IdleLanesTest(LocalDynamoDb local) {
    client = local.isolated().client();
    whole = CountedTable.made(client);
  }

  private <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  private WorkRun begun(int segments) {
    WorkTable job = new WorkTable("control", "job");
    return job.of(run(job.begun("count", segments, Double.POSITIVE_INFINITY, task)));
  }

  private Actor worked(WorkRun pass, WorkFixture world) {
    Actor actor = world.start(new Worker(pass, task, SETTINGS, () -> false, world::nanos));
    while (world.step(0)) {
      // until it has ended
    }
    assertThat(run(pass.segments()).stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus))
        .isEqualTo(whole);
    return actor;
  }

  private static long looks(Actor actor) {
    return actor.sent(IdleLanesTest::isLook);
  }

  private static boolean isLook(Object request) {
    return request instanceof TableCall<?> call
        && call.request() instanceof QueryRequest query
        && query.expressionAttributeValues().toString().contains("segment#");
  }

  /** One of the lanes looks, about once a second, until it takes over what is held. */
  @Test
  void lanes_ofWhichNoneHasWork_lookOnceASecond() {
    WorkRun pass = begun(1);
    SegmentRow open = run(pass.segments()).get(0);
    assertThat(run(pass.swap(open, open.claimed("other/1")))).isTrue();
    WorkFixture world = new WorkFixture(client, 7);

    Actor actor = worked(pass, world);

    long seconds = world.nanos() / 1_000_000_000;
    assertThat(seconds).isGreaterThanOrEqualTo(SETTINGS.lease().toSeconds());
    assertThat(looks(actor)).isLessThan(seconds);
  }

  /** Before the first page, when the first one runs out, and when the last one does. */
  @Test
  void lanes_thatRunOutOfWork_lookThreeTimes() {
    WorkRun pass = begun(SETTINGS.lanes());

    assertThat(looks(worked(pass, new WorkFixture(client, 3)))).isEqualTo(3);
  }

  /** Each is taken over after a look of its own, without waiting for another second. */
  @Test
  void deadWorker_ofSeveralSegments_isReplacedInAll() {
    WorkRun pass = begun(4);
    for (SegmentRow row : run(pass.segments())) {
      assertThat(run(pass.swap(row, row.claimed("dead/1")))).isTrue();
    }
    WorkFixture world = new WorkFixture(client, 5);

    worked(pass, world);

    long seconds = world.nanos() / 1_000_000_000;
    assertThat(seconds).isLessThan(2 * SETTINGS.lease().toSeconds());
  }
}
