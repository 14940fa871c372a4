package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * A write was made, but what it is to return ({@code ReturnValues}) could not be put together: a
 * value outside the item is lost, damaged or too large, or could not be fetched. The cause says
 * which. To repeat the write would make it twice.
 */
public final class ReturnValuesException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation the SDK's operation name, such as {@code PutItem}
   * @param cause why the values cannot be told
   */
  public ReturnValuesException(String operation, String table, Throwable cause) {
    super(
        "%s on '%s' was made, but what it is to return cannot be told: %s Do not repeat the write for that. Read the item, ask for no values in return, or let hydrateReturnValues be false."
            .formatted(operation, table, sentence(cause.getMessage())),
        cause);
  }

  private static String sentence(@Nullable String message) {
    String text = String.valueOf(message);
    return text.endsWith(".") ? text : text + ".";
  }
}
