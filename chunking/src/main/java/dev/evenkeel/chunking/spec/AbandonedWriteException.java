package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * A write took longer than the grace, and a sweep gave it up before it was visible. Nothing was
 * written; repeat it. If it happens again, raise the grace above what the slowest write takes.
 */
public final class AbandonedWriteException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  public AbandonedWriteException(String table) {
    super(
        "A write to table '%s' took longer than the grace and was given up by a sweep; nothing was written. Repeat it, or raise the grace above what the slowest write takes."
            .formatted(table));
  }
}
