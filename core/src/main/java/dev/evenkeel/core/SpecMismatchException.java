package dev.evenkeel.core;

import java.util.List;

/**
 * A spec and the table it was made for disagree. Nothing was read but descriptions and a sample of
 * items, and nothing was written.
 */
public final class SpecMismatchException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final List<String> mismatches;

  /**
   * Reports the mismatches.
   *
   * @param mismatches at least one
   */
  public SpecMismatchException(String table, List<String> mismatches) {
    super(
        "The spec for table '%s' does not fit it: %s. Change the spec, or use the table that it describes."
            .formatted(table, String.join("; ", mismatches)));
    this.table = table;
    this.mismatches = List.copyOf(mismatches);
  }

  public String table() {
    return table;
  }

  /** Every difference that was found, each a sentence. */
  public List<String> mismatches() {
    return mismatches;
  }
}
