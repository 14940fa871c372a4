package dev.evenkeel.objects.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** Every way that the one request may end which makes an object visible. */
class CommitTest {
  private final RuntimeException exists = Script.error(412, "PreconditionFailed");
  private final RuntimeException conflict = Script.error(409, "ConditionalRequestConflict");
  private final RuntimeException slow = Script.error(400, "RequestTimeout");
  private final RuntimeException denied = Script.error(403, "AccessDenied");
  private final RuntimeException missing = Script.error(404, "NoSuchKey");
  private final RuntimeException gone = Script.error(404, "NoSuchUpload");
  private final RuntimeException lost = SdkClientException.create("lost", new IOException("reset"));
  private static final HeadObjectResponse OURS = head("Evenkeel-ID", "mine", 7);

  private final Store store = new Store(BucketSpec.builder("bucket").build());
  private final ObjectWrite writing =
      new ObjectWrite("k", "k", "mine", 7, SdkBytes.fromByteArray(Sha256.of(new byte[7])));
  private final WrittenObject written = writing.written("etag");

  private record Send() implements Request<WrittenObject> {}

  private static HeadObjectResponse head(String name, String id, long length) {
    return HeadObjectResponse.builder()
        .metadata(Map.of(name, id))
        .contentLength(length)
        .eTag("etag")
        .build();
  }

  /** Runs a commit whose asks, pauses aside, meet these outcomes in turn. */
  private Object run(Object... outcomes) {
    Queue<Object> left = new ArrayDeque<>(List.of(outcomes));
    Script script =
        new Script(
            request -> {
              if (Script.isPause(request)) {
                return Done.DONE;
              }
              Object outcome = left.remove();
              if (outcome instanceof RuntimeException failure) {
                throw failure;
              }
              return outcome;
            });
    Object end = script.run(new Commit(store, writing, Flow.ask(new Send())).run());
    assertThat(left).as("outcomes that nobody asked for").isEmpty();
    return end;
  }

  @Test
  void run_succeedsInTheEnd_isWritten() {
    assertThat(run(written)).isEqualTo(written);
    assertThat(run(conflict, conflict, conflict, written)).isEqualTo(written);
    assertThat(run(lost, lost, lost, written)).isEqualTo(written);
    assertThat(run(slow, written)).isEqualTo(written);
    assertThat(run(exists, missing, written)).isEqualTo(written);
  }

  @Test
  void run_objectIsThisWriters_isWritten() {
    assertThat(run(exists, OURS)).isEqualTo(written);
    assertThat(run(lost, exists, OURS)).isEqualTo(written);
    assertThat(run(lost, gone, OURS)).isEqualTo(written);
    assertThat(run(exists, lost, OURS)).isEqualTo(written);
    assertThat(run(lost, lost, lost, lost, OURS)).isEqualTo(written);
    assertThat(run(lost, conflict, conflict, conflict, OURS)).isEqualTo(written);
  }

  @Test
  void run_objectIsAnothers_isRefused() {
    for (HeadObjectResponse other :
        List.of(
            head("evenkeel-id", "other", 7),
            head("evenkeel-id", "mine", 8),
            head("other", "mine", 7))) {
      assertThat(run(exists, other)).hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);
      assertThat(run(gone, other)).hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);
      assertThat(run(lost, lost, lost, lost, other)).isSameAs(lost);
      assertThat(run(conflict, conflict, conflict, conflict, other))
          .hasFieldOrPropertyWithValue("reason", Reason.OBJECT_EXISTS);
    }
  }

  @Test
  void run_othersInTheWayEachTime_isAConflict() {
    assertThat(run(conflict, conflict, conflict, conflict, missing))
        .hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);
    assertThat(run(exists, missing, exists, missing, exists, missing, exists, missing))
        .hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);
    assertThat(run(gone, missing)).hasFieldOrPropertyWithValue("reason", Reason.CONFLICT);
  }

  @Test
  void run_cannotLook_saysWhyAndWhatCameBefore() {
    assertThat(run(exists, denied)).isSameAs(denied);
    assertThat(denied).hasSuppressedException(exists);
    assertThat(run(lost, lost, lost, lost, slow, slow, slow, slow)).isSameAs(lost);
    assertThat(lost).hasSuppressedException(slow);
    assertThat(run(lost, lost, lost, lost, missing)).isSameAs(lost);
    assertThat(run(conflict, conflict, conflict, conflict, denied)).isSameAs(denied);
  }

  @Test
  void run_errorInTheProgram_isNeitherRetriedNorHidden() {
    RuntimeException bug = new IllegalStateException("bug");
    assertThat(run(bug)).isSameAs(bug);
    assertThat(run(lost, bug)).isSameAs(bug);
    assertThat(run(exists, bug)).isSameAs(bug);
    assertThat(run(lost, lost, lost, lost, bug)).isSameAs(bug);
    assertThat(bug).hasSuppressedException(lost).hasSuppressedException(exists);
    assertThat(run(denied)).isSameAs(denied);
  }
}
