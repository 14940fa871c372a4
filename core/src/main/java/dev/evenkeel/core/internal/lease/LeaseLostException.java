package dev.evenkeel.core.internal.lease;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * A lease is not its holder's any more: another took it over, it was released, or its owner
 * acquired it again. It never returns: the holder has to stop, and may acquire it again.
 */
public final class LeaseLostException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param holder when it was read; null if there was none, or it could not be read
   */
  LeaseLostException(Lease lease, @Nullable String holder, @Nullable Throwable cause) {
    super(
        "The lease in table '%s' with fence %d is lost: %s. Stop what was done under it, and acquire it again."
            .formatted(
                lease.key().tableName(),
                lease.fence(),
                holder == null ? "nobody known holds it" : "'" + holder + "' holds it"),
        cause);
  }
}
