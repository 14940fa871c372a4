package dev.evenkeel.core.internal.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowSource;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.core.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** The events of one call whose flow asks more than it needs, or breaks. */
class ObservedCallsTest {
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:111122223333:table/people";
  private static final GetItemRequest GET = GetItemRequest.builder().tableName(ARN).build();
  private static final Request<?> REQUEST = new TableCall<GetItemResponse>(GET);
  private static final GetItemResponse NOTHING = GetItemResponse.builder().build();

  private final List<Object> events = new ArrayList<>();
  private final ObservedCalls calls = ObservedCalls.of("test", List.of(recorder()));

  private DecoratorListener recorder() {
    return new DecoratorListener() {
      @Override
      public void callStarted(ManagedCall call) {
        events.add(call);
      }

      @Override
      public void subRequestSent(SubRequest subRequest) {
        events.add(subRequest);
      }

      @Override
      public void subRequestEnded(SubRequestEnd end) {
        events.add(end);
      }

      @Override
      public void callEnded(CallEnd end) {
        events.add(end);
      }
    };
  }

  /** Asks so many times at once and is content with the first answer; recovers from nothing. */
  private static Plan<String> first(int asks) {
    return Plan.of(Flow.from(() -> new First(asks)));
  }

  private static final class First implements FlowSource<String> {
    private final int asks;
    private int asked;
    private boolean answered;

    First(int asks) {
      this.asks = asks;
    }

    @Override
    public @Nullable Flow<?> next() {
      return asked++ < asks ? Flow.ask(REQUEST).map(this::answered).recover(this::failed) : null;
    }

    private Done answered(Object answer) {
      answered = true;
      return Done.DONE;
    }

    private Flow<Done> failed(Throwable cause) {
      throw new IllegalStateException("this flow knows no failures");
    }

    @Override
    public boolean isOver() {
      return answered;
    }

    @Override
    public Flow<String> end() {
      return Flow.of("done");
    }
  }

  private CallEnd end() {
    return (CallEnd) events.get(events.size() - 1);
  }

  private List<SubRequestEnd> subRequestEnds() {
    return events.stream()
        .filter(SubRequestEnd.class::isInstance)
        .map(SubRequestEnd.class::cast)
        .toList();
  }

  @Test
  void runAsync_firstAnswerEnds_tellsTheOthersAsCancelledBeforeTheEnd() {
    List<CompletableFuture<DynamoDbResponse>> futures = new ArrayList<>();
    CompletableFuture<String> result =
        calls.run(
            AsyncRunner.create(2, ClientThreads.shared()),
            GET,
            first(3),
            ask -> {
              CompletableFuture<DynamoDbResponse> future = new CompletableFuture<>();
              futures.add(future);
              return future;
            },
            Deadline.NONE);
    AtomicReference<Object> last = new AtomicReference<>();
    var unused = result.thenAccept(done -> last.set(end()));
    futures.get(1).complete(NOTHING);
    assertThat(result).isCompletedWithValue("done");
    assertThat(last.get()).as("told before the caller").isSameAs(end());
    ManagedCall call = new ManagedCall("test", 1, Operation.GET_ITEM, List.of("people"));
    assertThat(events)
        .startsWith(
            call,
            new SubRequest(call, 1, Operation.GET_ITEM, List.of("people")),
            new SubRequest(call, 2, Operation.GET_ITEM, List.of("people")))
        .as("the third found no permit and was never sent")
        .hasSize(6);
    assertThat(subRequestEnds())
        .extracting(ended -> ended.subRequest().number(), SubRequestEnd::outcome)
        .containsExactly(tuple(2, Outcome.SUCCEEDED), tuple(1, Outcome.CANCELLED));
    assertThat(end().outcome()).isEqualTo(Outcome.SUCCEEDED);
    assertThat(end().work()).isEqualTo(new CallWork(2, 3, 0, 0, 0, false, null));
  }

  @Test
  void runSync_flowThrows_tellsTheFailureOnce() {
    RuntimeException lost = new DecoratorException("lost");
    assertThatThrownBy(
            () ->
                calls.run(
                    SyncRunner.create(),
                    GET,
                    first(1),
                    ask -> {
                      throw lost;
                    },
                    Deadline.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(events).hasSize(4);
    assertThat(subRequestEnds())
        .singleElement()
        .extracting(SubRequestEnd::outcome, SubRequestEnd::failure)
        .containsExactly(Outcome.FAILED, lost.getClass());
    assertThat(end().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(end().failure()).isEqualTo(IllegalStateException.class);
  }

  @Test
  void runSync_answersInBatches_sumsWhatTheyReport() {
    BatchGetItemResponse answer =
        BatchGetItemResponse.builder()
            .consumedCapacity(capacity(1.5), capacity(2.0), ConsumedCapacity.builder().build())
            .build();
    calls.run(SyncRunner.create(), GET, first(1), ask -> answer, Deadline.NONE);
    ReadWriteUnits units = ReadWriteUnits.ofReads(new CapacityUnits(7));
    assertThat(subRequestEnds()).singleElement().extracting(SubRequestEnd::units).isEqualTo(units);
    assertThat(end().work().units()).isEqualTo(units);
  }

  private static ConsumedCapacity capacity(double units) {
    return ConsumedCapacity.builder().capacityUnits(units).build();
  }

  @Test
  void sending_afterTheEnd_sendsNothing() {
    ManagedCall call = new ManagedCall("test", 1, Operation.GET_ITEM, List.of());
    ObservedCall observed = ObservedCall.start(call, List.of(recorder()), false);
    observed.asked(1, REQUEST);
    observed.endedOutside(new CancellationException());
    assertThat(catchThrowable(() -> observed.sending(1, REQUEST)))
        .isInstanceOf(CancellationException.class);
    assertThat(events).hasSize(2);
    assertThat(end().outcome()).isEqualTo(Outcome.CANCELLED);
    assertThat(end().work()).isEqualTo(new CallWork(0, 1, 0, 0, 0, false, null));
  }

  @Test
  void subRequestSent_listenerCancelsTheCall_isToldItsEnd() {
    AtomicReference<Runnable> cancel = new AtomicReference<>();
    DecoratorListener canceller =
        new DecoratorListener() {
          @Override
          public void subRequestSent(SubRequest subRequest) {
            cancel.get().run();
          }
        };
    ManagedCall call = new ManagedCall("test", 1, Operation.GET_ITEM, List.of());
    ObservedCall observed = ObservedCall.start(call, List.of(recorder(), canceller), false);
    cancel.set(() -> observed.endedOutside(new CancellationException()));
    observed.asked(1, REQUEST);
    observed.sending(1, REQUEST);
    observed.answered(1, NOTHING);
    assertThat(events).hasSize(4);
    assertThat(subRequestEnds())
        .singleElement()
        .extracting(SubRequestEnd::outcome)
        .isEqualTo(Outcome.CANCELLED);
  }

  @Test
  void tell_listenerFails_othersAreTold() {
    List<HotKey> told = new ArrayList<>();
    DecoratorListener broken =
        new DecoratorListener() {
          @Override
          public void hotKeyFound(HotKey found) {
            throw new IllegalStateException("broken listener");
          }
        };
    DecoratorListener sound =
        new DecoratorListener() {
          @Override
          public void hotKeyFound(HotKey found) {
            told.add(found);
          }
        };
    AttributeValue key = AttributeValue.fromS("k");
    HotKey hot = new HotKey("test", "people", key, HotKey.Action.PROPOSED, 1, 2, 10, 0);
    ObservedCalls.of("test", List.of(broken, sound)).tell(hot);
    assertThat(told).containsExactly(hot);
  }

  @Test
  void unplanned_refusalOrFailure_isTold() {
    calls.unplanned(GET, new DecoratorException("no"));
    assertThat(end().outcome()).isEqualTo(Outcome.REFUSED);
    calls.unplanned(GET, new IllegalStateException("broken selector"));
    assertThat(end().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(end().duration()).isEqualTo(Duration.ZERO);
    assertThat(events).hasSize(4);
  }
}
