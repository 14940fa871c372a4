package dev.evenkeel.testkit.control;

/**
 * Is told of every table operation. What it throws reaches the caller instead of an answer, which
 * is how a test stops a process at any step: thrown in {@link #before} nothing has been done,
 * thrown in {@link #after} it has been done and the caller does not know.
 *
 * <p>Called on the thread of the caller without any lock, so it may use the simulator, advance its
 * time, or wait for another thread.
 */
public interface ControlHook {
  /** Before the simulator looks at the call. */
  default void before(ControlCall call) {}

  /** After the call was carried out or refused, before its caller is told. */
  default void after(ControlCall call) {}
}
