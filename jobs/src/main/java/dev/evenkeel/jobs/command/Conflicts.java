package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import java.util.ArrayList;
import java.util.List;

/** Collects conflicts between options and reports all of them at once. */
final class Conflicts {
  private final List<String> problems = new ArrayList<>();

  /** Adds a problem, in sentences, if the condition holds. */
  void refuse(boolean isThere, String problem) {
    if (isThere) {
      problems.add(problem);
    }
  }

  /**
   * Ends the check.
   *
   * @throws JobException with all problems, if there were any
   */
  void check() {
    if (!problems.isEmpty()) {
      throw new JobException(String.join(System.lineSeparator() + "  ", problems));
    }
  }
}
