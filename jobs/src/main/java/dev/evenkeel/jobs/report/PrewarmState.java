package dev.evenkeel.jobs.report;

import java.util.Locale;

/** How far {@code prewarm} is. */
public enum PrewarmState {
  PLANNED,
  UNDER_WAY,
  DONE;

  /** That of a run that changed something. */
  public static PrewarmState of(boolean isDone) {
    return isDone ? DONE : UNDER_WAY;
  }

  /** As programs read it. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
