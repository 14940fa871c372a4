package dev.evenkeel.core.internal.flow;

/**
 * Runs machines for a synchronous client; one driver per decorator. Thread-safe.
 *
 * <p><b>Threads.</b> While a single ask is unanswered it is sent by the calling thread itself, as
 * by an undecorated client. Of several, each is sent by a thread of one pool shared by the whole
 * JVM: daemon threads, started when needed, ended after 10 idle seconds, 512 at most. When all are
 * busy, the calling thread sends. So a fan-out inside a fan-out always proceeds, however deep. Only
 * the calling thread touches the machine.
 *
 * <p><b>Limit.</b> At most {@code inFlightMax} asks of fan-outs are in flight per driver, single
 * asks not counted. Concurrent runs get their turns in a queue, one ask per turn.
 *
 * <p><b>Pauses and computations</b> are no sub-requests: {@link Calls#unsent} begins them, without
 * a permit, at once, and no worker waits for them. A computation alone is done by the calling
 * thread.
 *
 * <p><b>End.</b> When the machine finishes or fails, what is unanswered is dropped or interrupted
 * (on which the SDK aborts its HTTP call) and reported to no one. The run does not wait for that.
 */
public final class SyncDriver {
  private final Permits permits;
  private final WorkerPool pool;

  SyncDriver(Permits permits, WorkerPool pool) {
    this.permits = permits;
    this.pool = pool;
  }

  /** A driver with at most 40 asks in flight. */
  public static SyncDriver create() {
    return create(Permits.COUNT_DEFAULT);
  }

  /**
   * A driver with its own limit.
   *
   * @param inFlightMax at least 1; keep it below the connections of the HTTP client, so that other
   *     calls find one
   */
  public static SyncDriver create(int inFlightMax) {
    return new SyncDriver(new Permits(inFlightMax), WorkerPool.shared());
  }

  /**
   * Runs {@code machine} to its end.
   *
   * @param call sends one ask and returns its answer, or begins what needs no sending; called from
   *     several threads at a time. What it throws is reported to the machine
   * @return what the machine finished with
   * @throws software.amazon.awssdk.core.exception.AbortedException if the calling thread is
   *     interrupted during a fan-out or a pause; it stays interrupted
   * @throws RuntimeException or any other throwable with which the machine failed: the same object
   */
  public <Q, A, R> R run(Machine<Q, A, R> machine, Calls<Q, A, A> call) {
    return run(machine, call, Deadline.NONE);
  }

  /**
   * Runs {@code machine} to its end, or until the deadline.
   *
   * @throws software.amazon.awssdk.core.exception.ApiCallTimeoutException once the deadline has
   *     passed; a single sub-request on the calling thread is waited for, since it has its own
   *     timeout
   * @see #run(Machine, Calls)
   */
  public <Q, A, R> R run(Machine<Q, A, R> machine, Calls<Q, A, A> call, Deadline deadline) {
    return new SyncRun<>(machine, call, permits, pool, deadline).run();
  }
}
