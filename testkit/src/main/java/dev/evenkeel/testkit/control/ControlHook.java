package dev.evenkeel.testkit.control;

/**
 * Receives every table operation. Its exceptions reach the caller instead of an answer, so a test
 * can stop a process at any step: from {@link #before} nothing has been done, from {@link #after}
 * it has been done and the caller does not know.
 *
 * <p>Called on the thread of the caller without any lock, so it may use the simulator, advance its
 * time, or wait for another thread.
 */
public interface ControlHook {
  /** Before the simulator looks at the call. */
  default void before(ControlCall call) {}

  /** After the call was executed or refused, before its caller gets the answer. */
  default void after(ControlCall call) {}
}
