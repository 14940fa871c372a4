package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.jobs.work.JobException;
import java.time.Duration;

/** Reads options that are lengths of time. */
final class LengthOption {
  private LengthOption() {}

  /**
   * The length that an option has.
   *
   * @throws JobException if the text is no length of time, naming the option
   */
  static Duration parse(String option, String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new JobException(option + ": " + e.getMessage());
    }
  }
}
