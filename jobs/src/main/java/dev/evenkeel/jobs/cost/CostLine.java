package dev.evenkeel.jobs.cost;

import org.jspecify.annotations.Nullable;

/**
 * One thing that costs.
 *
 * @param what the thing, for people
 * @param per how often it is paid
 * @param quantity how much of it; null if that is not known
 * @param price the price; null if there is none
 * @param amount what it costs; null if that is not known
 * @param unknown why that is not known, for people; null if it is
 */
public record CostLine(
    String what,
    Per per,
    @Nullable Double quantity,
    @Nullable Price price,
    @Nullable Double amount,
    @Nullable String unknown) {

  /** How often something is paid. */
  public enum Per {
    ONCE("once"),
    HOUR("an hour"),
    MONTH("a month");

    private final String text;

    Per(String text) {
      this.text = text;
    }

    /** For people. */
    public String text() {
      return text;
    }
  }
}
