package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowSource;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadLoop;
import dev.evenkeel.upload.internal.UploadReply;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/** Runs an upload and calls its listener before each decision. */
final class UploadRun implements FlowSource<UploadReport> {
  private static final Duration EVERY = Duration.ofMillis(100);

  private final UploadLoop loop;
  private final Function<UploadAnswer, UploadReply> replies;
  private final UploadListener listener;
  private @Nullable UploadProgress reported;

  /**
   * @param replies creates the replies of answers at the current time
   */
  UploadRun(UploadLoop loop, Function<UploadAnswer, UploadReply> replies, UploadListener listener) {
    this.loop = loop;
    this.replies = replies;
    this.listener = listener;
  }

  @Override
  public @Nullable Flow<?> next() {
    UploadLoop.Begun begun = loop.next();
    if (loop.isOver()) {
      tell(() -> listener.progressed(loop.progress()));
      begun = loop.next(); // the listener may have thrown
    }
    return begun == null ? null : flow(begun);
  }

  private Flow<Done> flow(UploadLoop.Begun begun) {
    return Flow.ask(begun.ask())
        .recover(this::failed)
        .map(
            reply -> {
              loop.ended(begun, reply);
              tell();
              return Done.DONE;
            });
  }

  /** An interrupt ends the run at once, like a kill; it is no failure of a request. */
  private Flow<UploadReply> failed(Throwable cause) {
    return cause instanceof AbortedException
        ? Flow.failed(cause)
        : Flow.of(replies.apply(new UploadAnswer.Failed(cause)));
  }

  @Override
  public boolean isOver() {
    return loop.isOver();
  }

  @Override
  public Flow<UploadReport> end() {
    return Flow.of(loop.end());
  }

  private void tell() {
    loop.takeRejected().forEach(item -> tell(() -> listener.rejected(item)));
    UploadProgress progress = loop.progress();
    if (reported == null || progress.elapsed().minus(reported.elapsed()).compareTo(EVERY) >= 0) {
      reported = progress;
      tell(() -> listener.progressed(progress));
    }
  }

  private void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      loop.abort(e);
    }
  }
}
