package dev.evenkeel.sharding.internal.shell;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Nanoseconds since this clock was made, never fewer than have passed. The monotonic clock may
 * stand still while a machine is suspended, and the wall clock can be set. So this clock goes with
 * the monotonic one, and adds by how much the wall clock has run ahead of it. Time that seems to
 * pass too fast ends a lease early, which does no harm. Waits for others need a clock that is never
 * too fast: the monotonic one.
 */
public final class ElapsedTime implements LongSupplier {
  /** More than the wall clock, which counts milliseconds, differs by when nothing has happened. */
  private static final long AHEAD_MIN = TimeUnit.MILLISECONDS.toNanos(20);

  private final LongSupplier monotonic;
  private final LongSupplier wall;
  private final long first;
  private volatile Jumps jumps;

  /**
   * What is known of the wall clock.
   *
   * @param difference by how much it is ahead of the monotonic one
   * @param added the sum of its jumps ahead
   */
  private record Jumps(long difference, long added) {}

  public ElapsedTime() {
    this(System::nanoTime, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
  }

  /**
   * @param monotonic nanoseconds by a clock that is never set
   * @param wall nanoseconds by a clock that runs while the machine is suspended
   */
  ElapsedTime(LongSupplier monotonic, LongSupplier wall) {
    this.monotonic = monotonic;
    this.wall = wall;
    this.first = monotonic.getAsLong();
    this.jumps = new Jumps(wall.getAsLong() - first, 0);
  }

  @Override
  public long getAsLong() {
    long now = monotonic.getAsLong();
    Jumps known = jumps;
    long ahead = wall.getAsLong() - now - known.difference();
    return Math.abs(ahead) > AHEAD_MIN ? afterJump() : now - first + known.added();
  }

  /** Looks again, since other threads may have noted the jump. */
  private synchronized long afterJump() {
    long now = monotonic.getAsLong();
    long ahead = wall.getAsLong() - now - jumps.difference();
    if (Math.abs(ahead) > AHEAD_MIN) {
      jumps = new Jumps(jumps.difference() + ahead, jumps.added() + Math.max(ahead, 0));
    }
    return now - first + jumps.added();
  }
}
