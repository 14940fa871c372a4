package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.DecoratorException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** A request was not sent, since the layout it was made by does not hold any more: plan it anew. */
public final class StaleLayoutException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * Whether a failure comes of this one. The SDK makes a new exception of one that an interceptor
   * throws, and keeps its cause.
   */
  public static boolean isBehind(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof StaleLayoutException) {
        return true;
      }
    }
    return false;
  }

  /** The exception that an interceptor throws for it. */
  SdkClientException asCause() {
    return SdkClientException.create(getMessage(), this);
  }

  StaleLayoutException(String table) {
    super(
        "The layout of table '%s' has changed, or its lease has run out, before the request was sent."
            .formatted(table));
  }
}
