package dev.evenkeel.jobs.config;

/**
 * Something wrong with a configuration.
 *
 * @param position where
 * @param message the problem and the remedy, in whole sentences
 */
public record Problem(Position position, String message) {
  @Override
  public String toString() {
    return position + ": " + message;
  }
}
