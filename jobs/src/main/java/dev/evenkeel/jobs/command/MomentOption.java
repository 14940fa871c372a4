package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.RehearsalClock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that sets the clock. */
final class MomentOption {
  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "go by this time in UTC, such as 2026-11-21T06:00:00Z, instead of the clock's")
  private @Nullable String at;

  boolean isGiven() {
    return at != null;
  }

  /** A clock that starts at that time and advances with the real clock. */
  InstantSource clock(InstantSource real) {
    if (at == null) {
      return real;
    }
    try {
      Instant start = Instant.parse(at);
      if (real instanceof RehearsalClock rehearsal) {
        return rehearsal.from(start);
      }
      Duration ahead = Duration.between(real.instant(), start);
      return () -> real.instant().plus(ahead);
    } catch (DateTimeException | ArithmeticException e) {
      throw new JobException(
          "--at is '%s', which is no time. Write it such as 2026-11-21T06:00:00Z.".formatted(at));
    }
  }
}
