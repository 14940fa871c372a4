package dev.evenkeel.jobs.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used. Its message has a line for each problem. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * The number of problems shown: in a file with many, the later ones mostly follow from the first.
   */
  private static final int PROBLEMS_SHOWN = 10;

  private ConfigurationException(String message) {
    super(message);
  }

  /**
   * All problems in the order of the file, of which the first {@value #PROBLEMS_SHOWN} are listed.
   */
  static ConfigurationException of(List<Problem> problems) {
    String list =
        problems.stream()
            .limit(PROBLEMS_SHOWN)
            .map(Problem::toString)
            .collect(Collectors.joining("\n"));
    int more = problems.size() - PROBLEMS_SHOWN;
    return new ConfigurationException(more > 0 ? list + "\nand " + more + " more." : list);
  }

  static ConfigurationException of(Position position, String message) {
    return of(List.of(new Problem(position, message)));
  }

  /** A file that cannot be read at all. */
  static ConfigurationException unreadable(String file, String why, String naming) {
    return new ConfigurationException(
        "%s: %s. Name the configuration with %s.".formatted(file, why, naming));
  }

  /** A price file that cannot be read at all. */
  static ConfigurationException noPrices(String file, String why) {
    return new ConfigurationException(
        "%s: %s. Name a file of prices with --prices, or 'prices' in the configuration."
            .formatted(file, why));
  }
}
