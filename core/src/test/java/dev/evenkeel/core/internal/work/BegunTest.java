package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.work.WatchedClient.Between;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A pass begins in one request, or step by step where that is not possible. */
@ExtendWith(LocalDynamoDbExtension.class)
class BegunTest {
  private static final double ANY = Double.POSITIVE_INFINITY;

  private final CountTask task = new CountTask(CountedTable.READS, 0, 7);
  private final WorkTable table = new WorkTable("control", "job");
  private final DynamoDbClient control;
  private final WatchedClient client;

  BegunTest(LocalDynamoDb local) {
    control = local.isolated().client();
    CountedTable.control(control);
    client = new WatchedClient(control);
  }

  private WorkJob begun(int segments, Between transactions) {
    return client.run(table.begun("count", segments, ANY, task), transactions);
  }

  /** The job is open, all its rows are there, and no other is. */
  private void assertBegun(WorkJob job, int segments) {
    assertThat(job.open()).isTrue();
    assertThat(client.run(table.read())).contains(job);
    assertThat(client.run(table.of(job).segments()))
        .containsExactlyInAnyOrderElementsOf(
            Segment.scan(segments).stream().map(SegmentRow::first).toList());
    assertThat(control.scan(scan -> scan.tableName("control")).items()).hasSize(segments + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 99})
  void begun_fewSegments_writesAllInOneRequest(int segments) {
    WorkJob job = begun(segments, Between.NOTHING);

    assertThat(client.sent()).isEqualTo(2);
    assertThat(client.sent(GetItemRequest.class)).isEqualTo(1);
    assertThat(client.sent(TransactWriteItemsRequest.class)).isEqualTo(1);
    assertBegun(job, segments);
  }

  /** A transaction has 100 writes at most, and the job is one. */
  @Test
  void begun_manySegments_writesEach() {
    WorkJob job = begun(100, Between.NOTHING);

    assertThat(client.sent(TransactWriteItemsRequest.class)).isZero();
    assertBegun(job, 100);
  }

  /** Writing for nothing would cost each worker two units for each segment. */
  @Test
  void begun_byAnother_isRead() {
    WorkJob job = begun(20, Between.NOTHING);
    client.forget();

    assertThat(begun(20, Between.NOTHING)).isEqualTo(job);

    assertThat(client.sent()).isEqualTo(1);
    assertBegun(job, 20);
  }

  @Test
  void begun_byAnotherMeanwhile_isThatRun() {
    List<WorkJob> other = new ArrayList<>();

    WorkJob job =
        begun(
            20,
            carriedOut -> {
              other.add(new WatchedClient(control).run(table.begun("count", 20, ANY, task)));
              return carriedOut.get();
            });

    assertThat(other).containsExactly(job);
    assertBegun(job, 20);
  }

  @Test
  void begun_answerLost_isTheRunThatIsThere() {
    assertBegun(begun(20, Between.LOST), 20);
  }

  /** Rows of the run that is gone may wake up. */
  @Test
  void begun_answerLostAndForgottenMeanwhile_isAnotherRun() {
    List<WorkJob> forgotten = new ArrayList<>();

    WorkJob job =
        begun(
            20,
            carriedOut -> {
              Object answer = carriedOut.get();
              WatchedClient other = new WatchedClient(control);
              forgotten.add(other.run(table.read()).orElseThrow());
              other.run(table.forgotten());
              throw Between.lost(answer);
            });

    assertThat(job.run()).isNotEqualTo(forgotten.get(0).run());
    assertBegun(job, 20);
  }

  /** As by a throttle, or another transaction on the same rows. */
  @Test
  void begun_transactionRefused_writesEach() {
    WorkJob job =
        begun(
            20,
            carriedOut -> {
              throw TransactionCanceledException.builder().message("throttled").build();
            });

    assertBegun(job, 20);
  }

  /** The transaction is short, so that who waits for no throttle waits for it. */
  @Test
  void job_inATransaction_isWrittenAndTakenAwayAfterThat() {
    client.inConflict(PutItemRequest.class::isInstance);
    WorkJob job =
        begun(
            20,
            carriedOut -> {
              throw SdkClientException.create("not sent");
            });
    assertBegun(job, 20);

    client.inConflict(
        request -> request instanceof DeleteItemRequest row && row.conditionExpression() != null);
    client.run(table.forgotten(job));

    assertThat(control.scan(scan -> scan.tableName("control")).items()).isEmpty();
  }
}
