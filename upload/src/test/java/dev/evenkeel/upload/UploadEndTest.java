package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** Uploads that end before their source does: stopped, cancelled, or interrupted. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadEndTest {
  private static final int ITEMS = 400;

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Path folder;

  UploadEndTest(LocalDynamoDb local, DynamoDbClient plain, @TempDir Path folder) {
    this.local = local;
    this.plain = plain;
    this.folder = folder;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    UploadTables.create(plain, UploadTables.PLAIN);
  }

  private int stored(String prefix) {
    return Uploads.storedValues(plain, "plain", prefix).size();
  }

  private <B extends UploadBuilder<B>> B slow(B upload, String prefix) {
    return upload
        .table("plain", Uploads.KEY)
        .source(UploadSources.items("s", Uploads.sorted(prefix, 20, ITEMS / 20)))
        .checkpoints(FileCheckpoints.at(folder.resolve(prefix)));
  }

  private static UploadListener onceStored(Runnable action) {
    return new UploadListener() {
      @Override
      public void progressed(UploadProgress progress) {
        if (progress.itemsStored() > 0) {
          action.run();
        }
      }
    };
  }

  /**
   * All items reported as stored are stored, the checkpoint agrees, and the next run stores the
   * rest.
   */
  private void assertStoppedAndResume(String prefix, UploadReport stopped) {
    assertThat(stopped.complete()).isFalse();
    assertThat(stopped.progress().itemsStored()).isBetween(1L, ITEMS - 1L);
    assertThat((long) stored(prefix)).isEqualTo(stopped.progress().itemsStored());

    UploadReport rest = slow(DistributedUpload.builder(plain), prefix).build().run();
    assertThat(rest.complete()).isTrue();
    assertThat(rest.progress().itemsStored()).isEqualTo(ITEMS - stopped.progress().itemsStored());
    assertThat(stored(prefix)).isEqualTo(ITEMS);
  }

  @Test
  void stop_syncClient_endsInGoodOrderAndTheNextRunStoresTheRest() {
    AtomicReference<DistributedUpload> upload = new AtomicReference<>();
    upload.set(
        slow(DistributedUpload.builder(plain), "stop")
            .unitsPerSecond(100) // so that the stop comes into the wait for the pace, too
            .listener(onceStored(() -> upload.get().stop()))
            .build());
    assertStoppedAndResume("stop", upload.get().run());
  }

  @Test
  void stop_asyncClient_endsInGoodOrderAndTheNextRunStoresTheRest() {
    try (DynamoDbAsyncClient client = local.asyncClient()) {
      AtomicReference<DistributedAsyncUpload> upload = new AtomicReference<>();
      upload.set(
          slow(DistributedAsyncUpload.builder(client), "astop")
              .unitsPerSecond(100)
              .listener(onceStored(() -> upload.get().stop()))
              .build());
      assertStoppedAndResume("astop", upload.get().start().join());
    }
  }

  @Test
  void stop_beforeTheRun_sendsNothing() {
    DistributedUpload upload = slow(DistributedUpload.builder(plain), "early").build();
    upload.stop();
    UploadReport report = upload.run();

    assertThat(report.complete()).isFalse();
    assertThat(report.progress().batches()).isZero();
    assertThat(stored("early")).isZero();
  }

  /** A batch of a cancelled upload must not hold a connection. */
  @Test
  void cancel_asyncBatchesUnderWay_cancelsTheirCalls() {
    CompletableFuture<BatchWriteItemRequest> sent = new CompletableFuture<>();
    CompletableFuture<BatchWriteItemResponse> call = new CompletableFuture<>();
    DynamoDbAsyncClient client =
        new DynamoDbAsyncClient() {
          @Override
          public CompletableFuture<BatchWriteItemResponse> batchWriteItem(
              BatchWriteItemRequest request) {
            sent.complete(request);
            return call;
          }

          @Override
          public String serviceName() {
            return SERVICE_NAME;
          }

          @Override
          public void close() {}
        };
    CompletableFuture<UploadReport> run =
        slow(DistributedAsyncUpload.builder(client), "cancel").concurrency(1).build().start();
    sent.join(); // the call may be on its way back to the upload still
    run.cancel(true);

    assertThatThrownBy(() -> call.get(50, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void cancel_asyncClient_leavesACheckpointToGoOnFrom() {
    try (DynamoDbAsyncClient client = local.asyncClient()) {
      CompletableFuture<Void> stored = new CompletableFuture<>();
      CompletableFuture<UploadReport> run =
          slow(DistributedAsyncUpload.builder(client), "cut")
              .unitsPerSecond(100)
              .saveEvery(Duration.ZERO)
              .listener(onceStored(() -> stored.complete(null)))
              .build()
              .start();
      stored.join();
      run.cancel(true);
      assertThat(run).isCancelled();
    }
    assertThat(resumed("cut").complete()).isTrue();
    assertThat(stored("cut")).isEqualTo(ITEMS);
  }

  /**
   * A cancelled upload may save once more, on its own thread; then a resumed run fails as its
   * message says.
   */
  private UploadReport resumed(String name) {
    try {
      return slow(DistributedUpload.builder(plain), name).build().run();
    } catch (UploadFailedException e) {
      assertThat(e).hasMessageContaining("Run it again with the same checkpoint store");
      return slow(DistributedUpload.builder(plain), name).build().run();
    }
  }

  /** Whichever it is in: a batch, or the wait for the pace. */
  @Test
  void run_interrupted_isAbortedAndStaysInterrupted() {
    Thread caller = Thread.currentThread();
    DistributedUpload upload =
        slow(DistributedUpload.builder(plain), "interrupt")
            .concurrency(1)
            .unitsPerSecond(25)
            .listener(onceStored(caller::interrupt))
            .build();
    try {
      assertThatThrownBy(upload::run).isInstanceOf(AbortedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(stored("interrupt")).isBetween(1, ITEMS - 1);
  }
}
