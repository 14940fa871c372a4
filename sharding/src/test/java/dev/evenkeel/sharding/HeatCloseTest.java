package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** A process that has closed its layout store holds no write back for a hot key any more. */
@ExtendWith(LocalDynamoDbExtension.class)
class HeatCloseTest {
  private final LiveTable table;

  HeatCloseTest(LocalDynamoDb local) {
    this.table = new LiveTable(local, Duration.ofSeconds(3), Duration.ofSeconds(1));
  }

  /** Closes a store at the first of certain requests, of those that a change sends. */
  private static final class Closing implements ExecutionInterceptor {
    private final Predicate<SdkRequest> at;
    private final Executor thread;
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable LayoutStore store;

    /**
     * @param thread closes
     */
    Closing(Predicate<SdkRequest> at, Executor thread) {
      this.at = at;
      this.thread = thread;
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      LayoutStore open = store;
      if (open != null
          && !isOfLease(context.request())
          && at.test(context.request())
          && hasBegun.compareAndSet(false, true)) {
        thread.execute(
            () -> {
              open.close();
              ended.countDown();
            });
      }
    }

    private static boolean isOfLease(SdkRequest request) {
      return ((AwsRequest) request)
          .overrideConfiguration()
          .flatMap(own -> own.apiCallTimeout())
          .isPresent();
    }
  }

  private static void awaitHeatThreads() throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("evenkeel-heat")) {
        each.join();
      }
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(classes = {QueryRequest.class, DescribeTableRequest.class})
  void close_whileAChangeIsPrepared_beginsNoPauseAndSaysNothing(Class<?> closesAt)
      throws InterruptedException {
    try (table) {
      LayoutEditor editor = table.editor();
      editor.ready();
      long ready = editor.show().version();
      assertThat(foundUntil(new Closing(closesAt::isInstance, Runnable::run))).isEmpty();
      assertThat(editor.show().version()).as("a pause would be a version more").isEqualTo(ready);
    }
  }

  /** A client that beats as one that acts, and acknowledges no pause. */
  private void beat() {
    table.plain.updateItem(
        update ->
            update
                .tableName("evenkeel-layouts")
                .key(LiveTable.key(LiveTable.TABLE + "#clients#0", "mute"))
                .updateExpression("ADD beat :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  @Tag("deep")
  @Test
  void close_whileWritesAreHeldBackInVain_givesThePauseUpAndTakesTheRowAway()
      throws InterruptedException {
    ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();
    ExecutorService closes = Executors.newSingleThreadExecutor();
    try (table) {
      LayoutEditor editor = table.editor();
      editor.ready();
      long ready = editor.show().version();
      var unused = beats.scheduleWithFixedDelay(this::beat, 0, 200, TimeUnit.MILLISECONDS);
      Closing atTheFirstLook = // of those that a pause takes
          new Closing(
              request -> request instanceof QueryRequest && editor.show().state().equals("PAUSED"),
              closes);
      assertThat(foundUntil(atTheFirstLook)).isEmpty();
      assertThat(editor.show().state()).isEqualTo("READY");
      assertThat(editor.show().version()).as("a pause, and its end").isEqualTo(ready + 2);
      assertThat(editor.show().keys()).isEmpty();
      assertThat(editor.clients()).as("the mute one").hasSize(1);
    } finally {
      beats.shutdownNow();
      closes.shutdown();
    }
  }

  /** What becomes of a hot key until the store was closed. */
  private List<HotKey> foundUntil(Closing closing) throws InterruptedException {
    List<HotKey> found = new CopyOnWriteArrayList<>();
    try (DynamoDbClient control = table.sending(closing);
        DynamoDbClient sends =
            table.sending(LayoutGuard.create(), new HeatTest.Throttling(), closing)) {
      LayoutStore store = table.store(control);
      ShardingSpec spec = HeatTest.spec(store, HeatPolicy.apply());
      ShardingDynamoDbClient client =
          ShardingDynamoDbClient.builder(sends)
              .table(spec)
              .listener(
                  new DecoratorListener() {
                    @Override
                    public void hotKeyFound(HotKey hot) {
                      found.add(hot);
                    }
                  })
              .build();
      closing.store = store;
      for (int next = 0; !closing.hasBegun.get(); next++) {
        try {
          client.putItem(HeatTest.put(LiveTable.time(next)));
        } catch (ThrottlingException | LayoutUnknownException | IllegalStateException e) {
          // throttled, as it should be, or closed since
        }
        Thread.sleep(5);
      }
      closing.ended.await();
      awaitHeatThreads();
      return found;
    }
  }
}
