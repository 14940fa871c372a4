package dev.evenkeel.core.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

class PacedFlowsTest {
  private static final long SECOND = 1_000_000_000;

  private final List<Request<?>> asked = new ArrayList<>();
  private long nanos;

  private static Flow<DeleteItemResponse> delete() {
    return TableCall.delete(
        DeleteItemRequest.builder()
            .tableName("T")
            .key(Map.of("Id", AttributeValue.fromS("1")))
            .build());
  }

  /** Every request costs 400 units, and pauses make the time pass. */
  private Object answer(Request<?> request) {
    asked.add(request);
    if (request instanceof Pause pause) {
      nanos += pause.longest().toNanos();
      return Done.DONE;
    }
    TableCall<?> call = (TableCall<?>) request;
    ConsumedCapacity capacity = ConsumedCapacity.builder().capacityUnits(400.0).build();
    return call.request() instanceof BatchWriteItemRequest
        ? BatchWriteItemResponse.builder().consumedCapacity(List.of(capacity)).build()
        : DeleteItemResponse.builder().consumedCapacity(capacity).build();
  }

  private <T> T run(double unitsPerSecond, Flow<T> flow) {
    PacedFlows paced = new PacedFlows(CapacityPace.perSecond(unitsPerSecond), () -> nanos);
    return SyncRunner.create().run(paced.paced(flow), this::answer, Deadline.NONE);
  }

  @Test
  void paced_requestsOneAfterTheOther_waitForWhatTheOnesBeforeCost() {
    Flow<DeleteItemResponse> three =
        delete().then(r -> delete()).then(r -> Flow.defer(PacedFlowsTest::delete));

    run(100, three);

    assertThat(nanos).isBetween(7 * SECOND, 8 * SECOND);
    assertThat(asked.stream().filter(TableCall.class::isInstance)).hasSize(3);
  }

  @Test
  void paced_requestsSideBySideAndInRecoveries_waitToo() {
    Flow<List<DeleteItemResponse>> flow =
        Flow.awaitAll(
            List.of(
                delete(),
                Flow.<DeleteItemResponse>failed(new IllegalStateException())
                    .recover(failure -> delete())),
            1);

    List<DeleteItemResponse> responses = run(100, flow);

    assertThat(responses).hasSize(2);
    assertThat(nanos).isBetween(3 * SECOND, 4 * SECOND);
  }

  @Test
  void paced_everyRequest_asksWhatItCosts() {
    run(1_000, TableCall.batchWrite(BatchWriteItemRequest.builder().build()).then(r -> delete()));

    assertThat(asked.stream().filter(TableCall.class::isInstance))
        .extracting(call -> ((TableCall<?>) call).request())
        .extracting("returnConsumedCapacity")
        .containsOnly(ReturnConsumedCapacity.TOTAL.toString());
  }

  @Test
  void paced_failure_isTheSame() {
    IllegalStateException failure = new IllegalStateException("no");

    assertThatThrownBy(() -> run(1, Flow.failed(failure))).isSameAs(failure);
  }

  @Test
  void whole_flowOfSeveralRequests_waitsOnceAndPaysForAll() {
    PacedFlows paced = new PacedFlows(CapacityPace.perSecond(100), () -> nanos);
    Flow<DeleteItemResponse> two =
        paced.whole(() -> delete().then(r -> delete()), 800).then(r -> delete());

    SyncRunner.create().run(two, this::answer, Deadline.NONE);
    assertThat(asked).hasSize(3);
    assertThat(asked).noneMatch(Pause.class::isInstance); // what follows is not paced

    SyncRunner.create().run(paced.paced(delete()), this::answer, Deadline.NONE);
    assertThat(nanos).isBetween(7 * SECOND, 9 * SECOND);
    assertThat(paced.takeUse()).isEqualTo(new PacedFlows.Use(1200, true, false));
    assertThat(paced.takeUse()).isEqualTo(new PacedFlows.Use(0, false, false));
  }

  @Test
  void change_pace_whatIsOwedIsPaidAtTheNewOne() {
    PacedFlows paced = new PacedFlows(CapacityPace.perSecond(100), () -> nanos);
    SyncRunner.create().run(paced.paced(delete()), this::answer, Deadline.NONE);
    paced.change(400);

    SyncRunner.create().run(paced.paced(delete()), this::answer, Deadline.NONE);

    assertThat(nanos).isBetween(SECOND - 1, SECOND + 1);
  }

  /** Nothing is refused that need not wait. */
  private void assertEnds(PacedFlows paced, Supplier<Flow<DeleteItemResponse>> request) {
    SyncRunner runner = SyncRunner.create();
    DeleteItemResponse sent = runner.run(request.get(), this::answer, Deadline.NONE);

    assertThat(sent.consumedCapacity()).isNotNull();
    assertThatThrownBy(() -> runner.run(request.get(), this::answer, Deadline.NONE))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(nanos).isEqualTo(3 * SECOND);
    assertThat(asked.stream().filter(TableCall.class::isInstance)).hasSize(1);
    assertThat(paced.takeUse()).isEqualTo(new PacedFlows.Use(400, true, false));
  }

  private boolean isOver() {
    return nanos >= 3 * SECOND;
  }

  private PacedFlows slow(BooleanSupplier isOver) {
    return new PacedFlows(CapacityPace.perSecond(1), () -> nanos, () -> {}, isOver);
  }

  @Test
  void paced_overWhileItWaits_isThrottledWithinASecond() {
    PacedFlows paced = slow(this::isOver);

    assertEnds(paced, () -> paced.paced(delete()));
  }

  @Test
  void whole_endsWhileItWaits_isThrottledWithinASecond() {
    PacedFlows paced = slow(() -> false);

    assertEnds(paced, () -> paced.whole(PacedFlowsTest::delete, 1, () -> Flow.of(isOver())));
  }

  @Test
  void send_endsWhileItWaits_isThrottledWithinASecond() {
    PacedFlows paced = slow(() -> false);
    DeleteItemRequest request = DeleteItemRequest.builder().tableName("T").build();

    assertEnds(paced, () -> paced.send(request, 1, () -> Flow.of(isOver())));
  }
}
