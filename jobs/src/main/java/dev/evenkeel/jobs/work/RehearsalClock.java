package dev.evenkeel.jobs.work;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * A clock for tests and rehearsals: it begins at a given time and advances at a given speed; waits
 * are shortened accordingly. Safe for use by several threads.
 */
public final class RehearsalClock implements InstantSource {
  /** The system property that says when the clock of this process begins. */
  public static final String START_PROPERTY = "evenkeel.clock";

  /** The system property for the number of seconds that pass on it in one real second. */
  public static final String SPEED_PROPERTY = "evenkeel.clock.speed";

  /** At this speed a day passes in a tenth of a second. */
  static final int SPEED_MAX = 1_000_000;

  private final Instant start;
  private final int speed;
  private final LongSupplier nanos;
  private final long begun;

  RehearsalClock(Instant start, int speed, LongSupplier nanos) {
    this.start = start;
    this.speed = speed;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /**
   * The clock that the system properties ask for; without them the system's.
   *
   * @throws JobException if they are invalid
   */
  public static InstantSource ofThisProcess() {
    String start = System.getProperty(START_PROPERTY);
    String speed = System.getProperty(SPEED_PROPERTY);
    return start == null && speed == null ? InstantSource.system() : parsed(start, speed);
  }

  static RehearsalClock parsed(@Nullable String start, @Nullable String speed) {
    if (start == null) {
      throw new JobException(
          "-D%s is set without -D%s. Set when the clock begins, too."
              .formatted(SPEED_PROPERTY, START_PROPERTY));
    }
    return new RehearsalClock(instant(start), speed == null ? 1 : factor(speed), System::nanoTime);
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new JobException(
          "-D%s is '%s', which is no time. Write it such as 2026-11-21T06:00:00Z."
              .formatted(START_PROPERTY, text));
    }
  }

  private static int factor(String text) {
    if (text.matches("\\d{1,7}")) {
      int factor = Integer.parseInt(text);
      if (factor >= 1 && factor <= SPEED_MAX) {
        return factor;
      }
    }
    throw new JobException(
        "-D%s is '%s', but must be a whole number from 1 to %d."
            .formatted(SPEED_PROPERTY, text, SPEED_MAX));
  }

  @Override
  public Instant instant() {
    return start.plus(Duration.ofNanos(nanos.getAsLong() - begun).multipliedBy(speed));
  }

  /** A clock of the same speed at another time. */
  public RehearsalClock from(Instant other) {
    return new RehearsalClock(other, speed, nanos);
  }

  /**
   * Waits until so much time has passed on this clock.
   *
   * @throws AbortedException if the thread is interrupted
   */
  public void pass(Duration length) {
    try {
      TimeUnit.NANOSECONDS.sleep(length.dividedBy(speed).toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("The command was interrupted while it waited to go on.", e);
    }
  }
}
