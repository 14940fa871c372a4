package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import org.jspecify.annotations.Nullable;

/** Upload phase and first error. */
final class UploadPhase {
  enum Phase {
    READING,
    /** Nothing more is read. */
    DRAINING,
    /** Nothing more is sent. */
    HALTING
  }

  private Phase phase = Phase.READING;
  private @Nullable Problem problem;

  boolean is(Phase which) {
    return phase == which;
  }

  /** The first problem; the others are suppressed in its cause. */
  @Nullable Problem problem() {
    return problem;
  }

  /** The source has ended. */
  void drain() {
    enter(Phase.DRAINING);
  }

  /** The caller wants it to stop. */
  void halt() {
    enter(Phase.HALTING);
  }

  void fail(Phase next, Reason reason, String text, @Nullable Throwable cause) {
    enter(next);
    if (problem == null) {
      problem = new Problem(reason, text, cause);
    } else if (cause != null && problem.cause() != null && cause != problem.cause()) {
      problem.cause().addSuppressed(cause);
    }
  }

  /** HALTING is terminal. */
  private void enter(Phase next) {
    phase = phase == Phase.HALTING ? phase : next;
  }
}
