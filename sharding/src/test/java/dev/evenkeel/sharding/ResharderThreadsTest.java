package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Items are moved on the executor that was given, in the context of the thread that moves them. */
@ExtendWith(LocalDynamoDbExtension.class)
class ResharderThreadsTest {
  private static final String LENT = "lent";
  private static final String CALLER = "caller";

  private final ThreadLocal<@Nullable String> trace = new ThreadLocal<>();
  private final Queue<String> contexts = new ConcurrentLinkedQueue<>();
  private final Set<String> senders = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor =
      Executors.newFixedThreadPool(2, work -> new Thread(work, LENT));
  private final AtomicInteger handed = new AtomicInteger();
  private final ClientThreads threads = ClientThreads.of(this::lend).withContext(this::carrying);
  private final LiveTable table;

  ResharderThreadsTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
  }

  @AfterEach
  void close() {
    trace.remove();
    table.close();
    executor.shutdownNow();
  }

  private void lend(Runnable work) {
    handed.incrementAndGet();
    executor.execute(work);
  }

  private Runnable carrying(Runnable work) {
    String captured = trace.get();
    return () -> {
      String before = trace.get();
      trace.set(captured);
      try {
        work.run();
      } finally {
        trace.set(before);
      }
    };
  }

  private ExecutionInterceptor noting() {
    return new ExecutionInterceptor() {
      @Override
      public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        String here = trace.get();
        contexts.add(here == null ? "nobody" : here);
        senders.add(Thread.currentThread().getName());
      }
    };
  }

  @Tag("deep")
  @Test
  void resharder_movesThere() {
    IntStream.range(0, 40).forEach(i -> LiveTable.put(table.plain, "hot", "s" + (100 + i)));
    ShardingSpec spec = LiveTable.spec(table.store(table.plain));
    Resharder resharder =
        Resharder.of(spec, table.sending(LayoutGuard.create(), noting()), threads);
    trace.set(CALLER);
    resharder.start(LiveTable.HOT, 4);

    assertThat(resharder.run()).isEqualTo(40);
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();
    assertThat(contexts).isNotEmpty().containsOnly(CALLER);
    assertThat(handed).hasPositiveValue(); // the calling thread may be faster than a lent one
    assertThat(senders).isSubsetOf(LENT, Thread.currentThread().getName());
  }
}
