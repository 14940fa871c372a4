package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.work.SegmentRow.State;
import dev.evenkeel.core.internal.work.WatchedClient.Between;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A worker ends a segment and claims the next one, and one of both fails. */
@ExtendWith(LocalDynamoDbExtension.class)
class FailedNextTest {
  private static final int PLACES = CountedTable.PLACES;

  private final WatchedClient client;

  FailedNextTest(LocalDynamoDb local) {
    DynamoDbClient its = local.isolated().client();
    CountedTable.made(its);
    client = new WatchedClient(its);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void claim_fails_keepsWhatWasDoneAndHoldsNothing(boolean onlyReads) {
    WorkRun pass = failed(onlyReads, written("HELD"), 2);

    assertThat(client.run(pass.segments()))
        .extracting(SegmentRow::state)
        .containsOnly(State.DONE, State.OPEN);
    assertThat(client.run(pass.segments())).filteredOn(row -> row.state() == State.DONE).hasSize(1);
  }

  /** What was not saved is taken over in time, as whatever a dead worker has. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void end_fails_givesTheNextOneBack(boolean onlyReads) {
    WorkRun pass = failed(onlyReads, written("DONE"), 1);

    assertThat(client.run(pass.segments())).filteredOn(row -> row.state() == State.HELD).hasSize(1);
    assertThat(client.run(pass.segments()))
        .filteredOn(row -> row.state() == State.OPEN)
        .hasSizeGreaterThanOrEqualTo(PLACES - 2);
  }

  private static Predicate<Object> written(String state) {
    return request ->
        request instanceof PutItemRequest put
            && AttributeValue.fromS(state).equals(put.item().get("state"));
  }

  /** Works until the n-th write of a kind fails, which is not carried out. */
  private WorkRun failed(boolean onlyReads, Predicate<Object> writes, int number) {
    CountTask task = new CountTask(CountedTable.READS, PLACES, 1_000, onlyReads);
    WorkTable table = new WorkTable("control", "job");
    WorkRun pass =
        table.of(client.run(table.begun("count", PLACES, Double.POSITIVE_INFINITY, task)));
    AtomicInteger seen = new AtomicInteger();
    Between failing =
        carriedOut -> {
          if (seen.incrementAndGet() == number) {
            throw SdkClientException.create("no route");
          }
          return carriedOut.get();
        };
    Settings settings = Settings.of("test", 1);

    assertThatThrownBy(
            () ->
                client.run(
                    new Worker(pass, task, settings, () -> false, System::nanoTime).run(),
                    writes,
                    failing))
        .hasMessageContaining("no route");
    return pass;
  }
}
