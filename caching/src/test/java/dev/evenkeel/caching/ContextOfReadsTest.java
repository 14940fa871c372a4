package dev.evenkeel.caching;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A read ahead of time is sent on behalf of the caller that was answered from memory. */
@ExtendWith(LocalDynamoDbExtension.class)
class ContextOfReadsTest {
  private static final String LENT = "lent";

  /** A read, the caller on whose behalf it was sent, and the thread that did. */
  private record Read(@Nullable String caller, String thread) {}

  private final ThreadLocal<@Nullable String> caller = new ThreadLocal<>();
  private final BlockingQueue<Read> reads = new LinkedBlockingQueue<>();
  private final AtomicLong nanos = new AtomicLong(1L << 40);
  private final ItemCache cache = ItemCache.ofBytes(8L << 20, nanos::get);
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(work -> new Thread(work, LENT));
  private final ClientThreads threads = ClientThreads.of(executor).withContext(this::carrying);
  private final CachingSpec spec = Replies.spec().refreshAhead().build();

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  private Runnable carrying(Runnable work) {
    String captured = caller.get();
    return () -> {
      String before = caller.get();
      caller.set(captured);
      try {
        work.run();
      } finally {
        caller.set(before);
      }
    };
  }

  private Decoration cached() {
    return new Decoration() {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return CachingDynamoDbClient.builder(plain)
            .table(spec)
            .cache(cache)
            .threads(threads)
            .build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return CachingDynamoDbAsyncClient.builder(plain)
            .table(spec)
            .cache(cache)
            .threads(threads)
            .build();
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void pageReadAheadOfTime_isSentForWhoWasAnswered(Kind kind, LocalDynamoDb local)
      throws Exception {
    LocalDynamoDb own = local.isolated();
    QueryRequest query = Replies.query(1).build();
    try (DynamoDbClient plain = own.client();
        ClientUnderTest client =
            kind.open(
                own,
                request -> reads.add(new Read(caller.get(), Thread.currentThread().getName())),
                cached())) {
      Replies.create(plain);
      caller.set("first");
      client.call(query);
      assertThat(next().caller()).isEqualTo("first");

      nanos.addAndGet(Duration.ofSeconds(9).toNanos());
      caller.set("second");
      client.call(query);
      Read ahead = next();
      assertThat(ahead.caller()).isEqualTo("second");
      assertThat(ahead.thread().equals(LENT)).isEqualTo(kind == Kind.SYNC);
    }
  }

  private Read next() throws InterruptedException {
    return requireNonNull(reads.poll(1, TimeUnit.MINUTES), "nothing was sent");
  }
}
