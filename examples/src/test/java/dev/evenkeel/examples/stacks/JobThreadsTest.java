package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanAsyncSweeper;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.TableAsyncLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.upload.DistributedAsyncUpload;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.UploadBuilder;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Jobs work on the executor that they were given, in the context of the thread that runs them. */
@ExtendWith(LocalDynamoDbExtension.class)
class JobThreadsTest {
  private static final String LENT = "lent";
  private static final int ITEMS = 100;
  private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");
  private static final ChunkingSpec DOCUMENTS =
      ChunkingSpec.builder("documents")
          .partitionKey("id")
          .attribute("text", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("chunks").withChunkBytes(700))
          .intentTable("intents")
          .itemBytesMax(1500)
          .grace(Duration.ZERO)
          .build();

  private final Sent sent = new Sent();
  private final Set<String> senders = ConcurrentHashMap.newKeySet();
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor =
      Executors.newFixedThreadPool(2, work -> new Thread(work, LENT));
  private final AtomicInteger handed = new AtomicInteger();
  private final ClientThreads threads = Sent.carryingOn(this::lend);
  private DynamoDbClient plain;
  private DynamoDbClient client;
  private DynamoDbAsyncClient async;

  @BeforeEach
  void open(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    plain = own.client();
    client = own.clientBuilder().overrideConfiguration(this::note).build();
    async = own.asyncClientBuilder().overrideConfiguration(this::note).build();
    MDC.put(Sent.CALLER, Sent.ME);
  }

  @AfterEach
  void close() {
    MDC.remove(Sent.CALLER);
    plain.close();
    client.close();
    async.close();
    executor.shutdownNow();
  }

  private void note(ClientOverrideConfiguration.Builder configuration) {
    configuration.addExecutionInterceptor(
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            sent.note(context.request());
            senders.add(Thread.currentThread().getName());
          }
        });
  }

  private void lend(Runnable work) {
    handed.incrementAndGet();
    executor.execute(work);
  }

  private void tell() {
    String caller = MDC.get(Sent.CALLER);
    told.add(caller == null ? "nobody" : caller);
  }

  /** What was sent side by side was sent on the lent threads, and all of it for the caller. */
  private void assertLent() {
    assertThat(handed).hasPositiveValue(); // the calling thread may be faster than a lent one
    assertThat(senders).isSubsetOf(LENT, Thread.currentThread().getName());
    assertCarried();
  }

  private void assertCarried() {
    assertThat(sent.count().get()).isPositive();
    assertThat(sent.byNobody()).isEmpty();
  }

  /** Documents whose first texts are replaced. */
  private void replaceDocuments() {
    ExampleTables.create(plain, "documents", "id");
    ExampleTables.create(plain, "chunks", "Id");
    ExampleTables.createIntents(plain, "intents");
    try (ChunkingDynamoDbClient writer =
        ChunkingDynamoDbClient.builder(plain).table(DOCUMENTS).build()) {
      for (int i = 0; i < 120; i++) {
        Map<String, AttributeValue> document =
            Map.of(
                "id", AttributeValue.fromS("d" + i % 60),
                "text", AttributeValue.fromS((i + " ").repeat(1000)));
        writer.putItem(put -> put.tableName("documents").item(document));
      }
    }
  }

  @Tag("deep")
  @Test
  void sweeper_sweepsThere() {
    replaceDocuments();
    OrphanSweeper sweeper =
        OrphanSweeper.builder(client).table(DOCUMENTS).dryRun(false).threads(threads).build();

    assertThat(sweeper.sweep().failure()).isNull();
    assertLent();
  }

  @Tag("deep")
  @Test
  void asyncSweeper_sweepsInTheContext() throws Exception {
    replaceDocuments();
    OrphanAsyncSweeper sweeper =
        OrphanAsyncSweeper.builder(async).table(DOCUMENTS).dryRun(false).threads(threads).build();

    sweeper.sweep().thenAccept(report -> tell()).get(1, TimeUnit.MINUTES);
    assertThat(told).containsExactly(Sent.ME);
    assertCarried();
  }

  private static TimeSeriesSpec series(String table) {
    return TimeSeriesSpec.builder(table)
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .since(NOON)
        .template(ExampleTables.provisioned(5, 5, "sensor", "at"))
        .build();
  }

  private <B extends LifecycleBuilder<B>> B lifecycle(B builder) {
    return builder
        .controlTable("control")
        .table(series("heat"))
        .table(series("rain"))
        .clock(() -> NOON)
        .threads(threads);
  }

  @Test
  void lifecycle_runsAndCallsHooksThere() {
    lifecycle(TableLifecycle.builder(plain)).build().createControlTable();
    LifecycleHook hook =
        new LifecycleHook() {
          @Override
          public void onTableActive(TableEvent event) {
            tell();
          }
        };
    List<LifecycleReport> reports =
        lifecycle(TableLifecycle.builder(client)).hook(hook).build().run();

    assertThat(reports).hasSize(2).allMatch(LifecycleReport::isComplete);
    assertThat(told).isNotEmpty().containsOnly(Sent.ME);
    assertLent();
  }

  @Test
  void asyncLifecycle_runsInTheContext() throws Exception {
    lifecycle(TableLifecycle.builder(plain)).build().createControlTable();
    lifecycle(TableAsyncLifecycle.builder(async))
        .build()
        .run()
        .thenAccept(reports -> tell())
        .get(1, TimeUnit.MINUTES);

    assertThat(told).containsExactly(Sent.ME);
    assertCarried();
  }

  private <B extends UploadBuilder<B>> B upload(B builder) {
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, ITEMS)
            .mapToObj(i -> Map.of("id", AttributeValue.fromS("d" + i)))
            .toList();
    Iterable<Map<String, AttributeValue>> read =
        () -> {
          tell();
          return items.iterator();
        };
    UploadListener listener =
        new UploadListener() {
          @Override
          public void progressed(UploadProgress progress) {
            tell();
          }
        };
    ExampleTables.create(plain, "documents", "id");
    return builder
        .table("documents", KeySchema.of(KeyAttribute.ofString("id")))
        .source(UploadSources.items("items", read))
        .listener(listener)
        .threads(threads);
  }

  @Test
  void upload_sendsThere() {
    assertThat(upload(DistributedUpload.builder(client)).build().run().complete()).isTrue();

    assertThat(told).isNotEmpty().containsOnly(Sent.ME);
    assertLent();
  }

  @Test
  void asyncUpload_sendsInTheContext() throws Exception {
    upload(DistributedAsyncUpload.builder(async))
        .build()
        .start()
        .thenAccept(report -> tell())
        .get(1, TimeUnit.MINUTES);

    assertThat(told).isNotEmpty().containsOnly(Sent.ME);
    assertCarried();
  }
}
