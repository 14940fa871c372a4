package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;
import org.jspecify.annotations.Nullable;

/**
 * The values below a bucket's prefix are another table's, or nobody said whose they are: a deep
 * sweep that went on could take another application's values for nobody's. Nothing was noted or
 * removed.
 */
public final class PrefixOwnerException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public PrefixOwnerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
