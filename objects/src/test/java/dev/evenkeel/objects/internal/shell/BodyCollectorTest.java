package dev.evenkeel.objects.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Continuations of the caller run where the body is completed. */
class BodyCollectorTest {
  private final BodyCollector collector =
      new BodyCollector(new ObjectRequest.Download(GetObjectRequest.builder().build(), 10, false));
  private boolean underItsLock;

  private final CompletableFuture<?> seen =
      collector.body().whenComplete((body, failure) -> underItsLock = Thread.holdsLock(collector));

  private final Subscription subscription =
      new Subscription() {
        @Override
        public void request(long pieces) {
          underItsLock |= Thread.holdsLock(collector);
        }

        @Override
        public void cancel() {
          underItsLock |= Thread.holdsLock(collector);
        }
      };

  @Test
  void wholeBody_completesUnderNoLock() {
    collector.begin(GetObjectResponse.builder().build());
    collector.onSubscribe(subscription);
    collector.onNext(ByteBuffer.allocate(3));
    collector.onComplete();

    assertThat(seen).isCompleted();
    assertThat(underItsLock).isFalse();
  }

  @Test
  void bodyTooLong_completesUnderNoLock() {
    collector.begin(GetObjectResponse.builder().build());
    collector.onSubscribe(subscription);
    collector.onNext(ByteBuffer.allocate(11));

    assertThat(seen).isCompleted();
    assertThat(collector.refused()).isNotNull();
    assertThat(underItsLock).isFalse();
  }

  @Test
  void announcedTooLong_completesUnderNoLock() {
    collector.begin(GetObjectResponse.builder().contentLength(11L).build());
    collector.onSubscribe(subscription);

    assertThat(seen).isCompleted();
    assertThat(underItsLock).isFalse();
  }
}
