package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowSource;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadLoop;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/** Runs an upload and calls its listener before each decision. */
final class UploadRun implements FlowSource<UploadReport> {
  private static final Duration EVERY = Duration.ofMillis(100);

  private final UploadLoop loop;
  private final UploadPauses pauses;
  private final UploadListener listener;
  private @Nullable UploadProgress reported;

  /**
   * @param pauses know whether the caller has asked to stop
   */
  UploadRun(UploadLoop loop, UploadPauses pauses, UploadListener listener) {
    this.loop = loop;
    this.pauses = pauses;
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
            answer -> {
              loop.ended(begun, answer, System.nanoTime(), pauses.stopped());
              tell();
              return Done.DONE;
            });
  }

  /** An interrupt ends the run at once, like a kill; it is no failure of a request. */
  private Flow<UploadAnswer> failed(Throwable cause) {
    return cause instanceof AbortedException
        ? Flow.failed(cause)
        : Flow.of(new UploadAnswer.Failed(cause));
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
