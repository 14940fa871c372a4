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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
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

  /** Closes a store before the first request of a kind, of those that a change sends. */
  private static final class Closing implements ExecutionInterceptor {
    private final Class<?> kind;
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable LayoutStore store;

    Closing(Class<?> kind) {
      this.kind = kind;
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      LayoutStore open = store;
      if (open != null
          && kind.isInstance(context.request())
          && !isOfLease(context.request())
          && hasBegun.compareAndSet(false, true)) {
        open.close();
        ended.countDown();
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
    Closing closing = new Closing(closesAt);
    List<HotKey> found = new CopyOnWriteArrayList<>();
    try (table;
        DynamoDbClient control = table.sending(closing);
        DynamoDbClient sends =
            table.sending(LayoutGuard.create(), new HeatTest.Throttling(), closing)) {
      LayoutEditor editor = table.editor();
      editor.ready();
      long ready = editor.show().version();
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
      assertThat(editor.show().version()).as("a pause would be a version more").isEqualTo(ready);
      assertThat(found).isEmpty();
    }
  }
}
