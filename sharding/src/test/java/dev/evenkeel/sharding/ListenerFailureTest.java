package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Listeners are notified of cancelled calls; failures of listeners do not reach callers. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(60)
class ListenerFailureTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("heard").partitionKey("pk").sortKey("sk").shards(6).build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient asyncPlain;

  ListenerFailureTest(DynamoDbClient plain, DynamoDbAsyncClient asyncPlain) {
    this.plain = plain;
    this.asyncPlain = asyncPlain;
  }

  @BeforeAll
  void create() {
    PhysicalTables.create(plain, SPEC);
    DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    client.putItem(put -> put.tableName("heard").item(key("a", "1")));
  }

  /** A query for so few rows that all shards are asked at once. */
  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName("heard")
        .limit(1)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s("a")));
  }

  private DynamoDbAsyncClient silent() {
    return new DelegatingDynamoDbAsyncClient(asyncPlain, Ownership.BORROWED) {
      @Override
      protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
          T request, Function<T, CompletableFuture<R>> operation) {
        return new CompletableFuture<>();
      }
    };
  }

  @Test
  void queryAsync_cancelledByTheCaller_tellsWhatWasSentAsCancelled() {
    Recorder recorder = new Recorder();
    DynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(silent())
            .table(SPEC)
            .concurrency(4)
            .listener(recorder)
            .build();
    client.query(query().build()).cancel(true);
    CallEnd end = recorder.call();
    assertThat(end.outcome()).isEqualTo(Outcome.CANCELLED);
    assertThat(end.work().subRequests()).as("what permits were there for").isEqualTo(4);
    assertThat(end.work().fanOutWidth()).as("what the plan wanted").isEqualTo(6);
    assertThat(recorder.subRequests())
        .hasSize(4)
        .extracting(SubRequestEnd::outcome)
        .containsOnly(Outcome.CANCELLED);
    assertThat(recorder.story()).last().isEqualTo("end CANCELLED");
  }

  @Test
  void queryAsync_timedOut_isToldAsFailed() {
    Recorder recorder = new Recorder();
    CountDownLatch notified = new CountDownLatch(1);
    DynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(silent())
            .table(SPEC)
            .listener(recorder)
            .listener(counting(notified))
            .build();
    CompletableFuture<QueryResponse> result =
        client.query(
            query().overrideConfiguration(c -> c.apiCallTimeout(Duration.ofMillis(50))).build());
    assertThat(result.handle((page, failure) -> failure).join())
        .isInstanceOf(ApiCallTimeoutException.class);
    await(notified);
    assertThat(recorder.call().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(recorder.call().failure()).isEqualTo(ApiCallTimeoutException.class);
    assertThat(recorder.subRequests()).hasSize(6);
  }

  private static DecoratorListener counting(CountDownLatch ends) {
    return new DecoratorListener() {
      @Override
      public void callEnded(CallEnd end) {
        ends.countDown();
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw AbortedException.create("interrupted", e);
    }
  }

  @Test
  void query_callerInterrupted_tellsTheCallAsCancelled() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(6);
    DynamoDbClient stuck =
        new DelegatingDynamoDbClient(plain, Ownership.BORROWED) {
          @Override
          public QueryResponse query(QueryRequest request) {
            asked.countDown();
            await(never);
            return super.query(request);
          }
        };
    Recorder recorder = new Recorder();
    DynamoDbClient client =
        ShardingDynamoDbClient.builder(stuck).table(SPEC).listener(recorder).build();
    Thread caller =
        new Thread(
            () -> {
              try {
                client.query(query().build());
              } catch (AbortedException expected) {
                // the assertions on the recorder are below
              }
            });
    caller.start();
    asked.await();
    caller.interrupt();
    caller.join();
    assertThat(recorder.call().outcome()).isEqualTo(Outcome.CANCELLED);
    assertThat(recorder.call().failure()).isEqualTo(AbortedException.class);
    assertThat(recorder.subRequests()).hasSize(6);
  }

  /** Fails in every method. */
  private static final class Failing implements DecoratorListener {
    @Override
    public void callStarted(ManagedCall call) {
      throw new IllegalStateException("start");
    }

    @Override
    public void subRequestSent(SubRequest subRequest) {
      throw new AssertionError("sent");
    }

    @Override
    public void subRequestEnded(SubRequestEnd end) {
      throw new StackOverflowError();
    }

    @Override
    public void callEnded(CallEnd end) {
      throw new IllegalStateException("end");
    }
  }

  @Test
  void anyCall_listenerThrows_isAnsweredAndLoggedOncePerMethod() {
    Logger logger = (Logger) LoggerFactory.getLogger(DecoratorListener.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    Recorder recorder = new Recorder();
    try {
      DynamoDbClient sync =
          ShardingDynamoDbClient.builder(plain)
              .table(SPEC)
              .listener(new Failing())
              .listener(recorder)
              .build();
      DynamoDbAsyncClient async =
          ShardingDynamoDbAsyncClient.builder(asyncPlain)
              .table(SPEC)
              .listener(new Failing())
              .listener(recorder)
              .build();
      for (int i = 0; i < 2; i++) {
        assertThat(sync.query(query().build()).items()).containsExactly(key("a", "1"));
        assertThat(async.query(query().build()).join().items()).containsExactly(key("a", "1"));
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list).as("four methods of two clients' guards").hasSize(8);
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .allMatch(message -> message.startsWith(Failing.class.getName() + "."));
    assertThat(recorder.calls())
        .hasSize(4)
        .extracting(CallEnd::outcome)
        .containsOnly(Outcome.SUCCEEDED);
    assertThat(List.copyOf(recorder.subRequests())).hasSize(24);
  }
}
