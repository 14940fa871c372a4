package dev.evenkeel.sharding.planning;

/**
 * No number of shards carries the load under the conditions given. The message says which limit
 * stands in the way and what could be changed.
 */
public final class InfeasibleLoadException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InfeasibleLoadException(String message) {
    super(message);
  }
}
