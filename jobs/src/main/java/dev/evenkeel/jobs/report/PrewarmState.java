package dev.evenkeel.jobs.report;

/** The state of {@code prewarm}. */
public enum PrewarmState {
  PLANNED,
  UNDER_WAY,
  DONE;

  /** The state of a run that made changes. */
  public static PrewarmState of(boolean isDone) {
    return isDone ? DONE : UNDER_WAY;
  }

  /** The state as programs read it. */
  String text() {
    return ReportText.word(this);
  }
}
