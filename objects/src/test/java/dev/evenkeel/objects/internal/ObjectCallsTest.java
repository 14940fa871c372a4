package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.internal.shell.S3AsyncRunner;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The executors as another module uses them: among its own asks. */
@ExtendWith(LocalS3Extension.class)
class ObjectCallsTest {
  private static final SdkBytes VALUE = Content.bytes(17 * Content.MIB);

  private final LocalS3 local;
  private final ObjectFlows flows;

  ObjectCallsTest(LocalS3 local) {
    this.local = local;
    flows = ObjectFlows.of(BucketSpec.builder(local.newBucket()).singlePutBytesMax(0).build());
  }

  private record Note(String text) implements Request<String> {}

  /** A flow of S3 with an ask of another module in the middle. */
  private Flow<SdkBytes> mixed(String key) {
    return flows
        .put(key, VALUE, ObjectMetadata.empty())
        .then(written -> Flow.ask(new Note("written")).then(noted -> read(key, written)));
  }

  private Flow<SdkBytes> read(String key, WrittenObject written) {
    return flows.get(key, ExpectedContent.of(written));
  }

  @Test
  void answers_ownRequests_andNoOthers() {
    List<Request<?>> asked = new ArrayList<>();
    try (S3Client client = local.client()) {
      Function<Request<?>, Object> calls = ObjectCalls.sync(client);
      SyncRunner.create()
          .run(
              mixed("sync"),
              request -> {
                asked.add(request);
                return ObjectCalls.answers(request) ? calls.apply(request) : "noted";
              },
              Deadline.NONE);
    }

    assertThat(asked.stream().filter(request -> !ObjectCalls.answers(request)))
        .containsExactly(new Note("written"));
    assertThat(ObjectCalls.answers(Pause.of(Duration.ZERO))).isFalse();
    assertThat(ObjectCalls.answers(new TableCall<>(GetItemRequest.builder().build()))).isFalse();
  }

  @Tag("deep")
  @Test
  void async_clientThatCutsIntoPartsItself_givesTheSame() {
    try (S3AsyncClient client = local.asyncClientBuilder().multipartEnabled(true).build()) {
      Function<Request<?>, CompletableFuture<Object>> calls = ObjectCalls.async(client);
      SdkBytes read =
          AsyncRunner.create()
              .run(
                  mixed("async"),
                  request ->
                      ObjectCalls.answers(request)
                          ? calls.apply(request)
                          : CompletableFuture.completedFuture("noted"),
                  Deadline.NONE)
              .orTimeout(60, TimeUnit.SECONDS)
              .join();
      S3AsyncRunner runner = new S3AsyncRunner(client);
      ObjectFlows one = ObjectFlows.of(BucketSpec.builder(local.newBucket()).build());
      WrittenObject written = runner.run(one.put("a", VALUE, ObjectMetadata.empty())).join();

      assertThat(read).isEqualTo(VALUE);
      assertThat(runner.run(one.get("a", ExpectedContent.of(written))).join()).isEqualTo(VALUE);
      assertThat(runner.run(one.get("a", ExpectedContent.atMost(1_000_000_000))).join())
          .isEqualTo(VALUE);
    }
  }

  @Test
  void calls_foreignRequest_isRefused() {
    try (S3Client client = local.client();
        S3AsyncClient async = local.asyncClient()) {
      assertThatThrownBy(() -> ObjectCalls.sync(client).apply(new Note("?")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(ObjectCalls.async(async).apply(new Note("?"))).isCompletedExceptionally();
    }
  }
}
