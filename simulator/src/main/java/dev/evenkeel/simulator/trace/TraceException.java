package dev.evenkeel.simulator.trace;

import org.jspecify.annotations.Nullable;

/** A trace cannot be used: it is missing, unreadable, or without a record. */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TraceException(String name, String reason, @Nullable Throwable cause) {
    super("cannot use the trace '%s': %s".formatted(name, reason), cause);
  }
}
