package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a counter were read, but have no sum that DynamoDB could hold: it has more than 38
 * significant digits or lies outside its range, or a row holds something else than a number, which
 * this library does not write. Nothing is rounded. The rows are as they were; the undecorated
 * client shows them.
 */
public final class UnsummableCounterException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final String attribute;

  /**
   * @param table the table of the counter
   * @param attribute the summed attribute
   * @param reason why there is no sum; a clause without a full stop
   * @param cause the underlying failure, or null
   */
  public UnsummableCounterException(
      String table, String attribute, String reason, @Nullable Throwable cause) {
    super(
        ("Counter attribute '%s' of table '%s' has no sum: %s. Leave the attribute out by a"
                + " projection, or mend the rows with the undecorated client.")
            .formatted(attribute, table, reason),
        cause);
    this.table = table;
    this.attribute = attribute;
  }

  public String table() {
    return table;
  }

  /** The attribute that could not be summed. */
  public String attribute() {
    return attribute;
  }
}
