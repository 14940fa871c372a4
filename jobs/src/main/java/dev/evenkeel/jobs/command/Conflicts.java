package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import java.util.ArrayList;
import java.util.List;

/** Options that do not go together, told all at once. */
final class Conflicts {
  private final List<String> problems = new ArrayList<>();

  /** Notes a problem, in sentences, if there is one. */
  void refuse(boolean isThere, String problem) {
    if (isThere) {
      problems.add(problem);
    }
  }

  /**
   * Ends it.
   *
   * @throws JobException with all problems, if there were any
   */
  void check() {
    if (!problems.isEmpty()) {
      throw new JobException(String.join(System.lineSeparator() + "  ", problems));
    }
  }
}
