package dev.evenkeel.caching;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * A read ahead of time is sent on behalf of the caller that was answered from memory, and a shared
 * one on behalf of the caller that began it; each caller is told in its own context.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ContextOfReadsTest {
  private static final String LENT = "lent";
  private static final GetItemRequest GET =
      GetItemRequest.builder().tableName(Replies.TABLE).key(Replies.key(1, 1)).build();
  private static final BatchGetItemRequest BATCH =
      BatchGetItemRequest.builder()
          .requestItems(
              Map.of(
                  Replies.TABLE,
                  KeysAndAttributes.builder()
                      .keys(List.of(Replies.key(1, 1), Replies.key(1, 2)))
                      .build()))
          .build();

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

  private Read here() {
    return new Read(caller.get(), Thread.currentThread().getName());
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
        ClientUnderTest client = kind.open(own, request -> reads.add(here()), cached())) {
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

  /** A client that notes what it sends, and whose answers are held back until the gate is open. */
  private DynamoDbAsyncClient behind(CompletableFuture<?> gate, DynamoDbAsyncClient plain) {
    return new DelegatingDynamoDbAsyncClient(plain) {
      @Override
      protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
          T request, Function<T, CompletableFuture<R>> operation) {
        reads.add(here());
        return operation.apply(request).thenCombine(gate, (response, open) -> response);
      }
    };
  }

  private <T> CompletableFuture<T> ask(String as, Supplier<CompletableFuture<T>> call) {
    caller.set(as);
    try {
      return call.get();
    } finally {
      caller.remove();
    }
  }

  /** Who is told of the end of a call, in the context that its code finds there. */
  private CompletableFuture<@Nullable String> told(CompletableFuture<?> call) {
    return call.thenApply(response -> caller.get());
  }

  @Test
  void sharedRead_isSentForOne_andToldToEachInItsOwnContext(LocalDynamoDb local) throws Exception {
    LocalDynamoDb own = local.isolated();
    CompletableFuture<Boolean> gate = new CompletableFuture<>();
    try (DynamoDbClient sync = own.client();
        DynamoDbAsyncClient plain = own.asyncClient();
        DynamoDbAsyncClient client = cached().around(behind(gate, plain))) {
      Replies.create(sync);
      Map<String, CompletableFuture<@Nullable String>> all = new LinkedHashMap<>();
      for (String name : List.of("first", "second", "third")) {
        all.put(name, told(ask(name, () -> client.getItem(GET))));
      }
      for (String name : List.of("fourth", "fifth")) {
        all.put(name, told(ask(name, () -> client.batchGetItem(BATCH))));
      }
      assertThat(List.of(next().caller(), next().caller())).containsExactly("first", "fourth");
      gate.complete(true);

      for (Map.Entry<String, CompletableFuture<@Nullable String>> one : all.entrySet()) {
        assertThat(one.getValue().get(1, TimeUnit.MINUTES)).isEqualTo(one.getKey());
      }
      assertThat(reads).isEmpty();
    }
  }

  @Test
  void sharedRead_thatIsGivenUp_isSentAnewInTheContextOfWhoSendsIt(LocalDynamoDb local)
      throws Exception {
    LocalDynamoDb own = local.isolated();
    CompletableFuture<Boolean> gate = new CompletableFuture<>();
    try (DynamoDbClient sync = own.client();
        DynamoDbAsyncClient plain = own.asyncClient();
        DynamoDbAsyncClient client = cached().around(behind(gate, plain))) {
      Replies.create(sync);
      CompletableFuture<GetItemResponse> first = ask("first", () -> client.getItem(GET));
      CompletableFuture<@Nullable String> second = told(ask("second", () -> client.getItem(GET)));
      assertThat(next().caller()).isEqualTo("first");
      first.cancel(true);

      assertThat(next().caller()).isEqualTo("second");
      gate.complete(true);
      assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo("second");
    }
  }

  private Read next() throws InterruptedException {
    return requireNonNull(reads.poll(1, TimeUnit.MINUTES), "nothing was sent");
  }
}
