package dev.evenkeel.chunking.crash;

import java.util.EnumSet;
import java.util.Set;

/** An event at one sub-request of a flow. */
enum Event {
  /** Nothing. */
  NOTHING,
  /**
   * Another writer replaces the first item meanwhile, and a sweep whose clock is ahead, which looks
   * at the other's intents first, removes what was replaced.
   */
  REPLACED_AND_SWEPT,
  /** The process dies: this sub-request is never applied, those asked with it are. */
  DIES_BEFORE,
  /** The process dies: this sub-request is applied, and nothing after it. */
  DIES_AFTER,
  /** It fails for an unknown reason and is not applied; the flow continues. */
  LOST_BEFORE,
  /** It is applied, but its answer is lost; the flow continues. */
  LOST_AFTER,
  /** Its answer is lost, and the flow continues to its end; only then is it applied. */
  LATE,
  /** It is applied, its answer is lost, and the SDK sends it once more. */
  REPEATED,
  /** It is refused, and surely not applied; the flow continues. */
  THROTTLED,
  /** The process sleeps longer than the grace, while sweeps run, and continues. */
  PAUSED,
  /** Another writer replaces the first item meanwhile. */
  REPLACED,
  /** Another writer deletes the first item meanwhile. */
  DELETED;

  static Set<Event> all() {
    return EnumSet.complementOf(EnumSet.of(NOTHING));
  }

  boolean isOfAnother() {
    return this == REPLACED || this == REPLACED_AND_SWEPT || this == DELETED;
  }

  /** Whether a caller need not notice. */
  boolean isHarmless() {
    return this == NOTHING || this == REPEATED || isOfAnother();
  }

  boolean isDeath() {
    return this == DIES_BEFORE || this == DIES_AFTER;
  }
}
