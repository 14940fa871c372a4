package dev.evenkeel.core.internal.flow;

/** Throws what was caught as the very same object, checked or not. */
final class Rethrow {
  private Rethrow() {}

  /** Never returns; typed so that callers can write {@code throw}. */
  static RuntimeException asIs(Throwable cause) {
    throw Rethrow.<RuntimeException>unchecked(cause);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: casts nothing
  private static <T extends Throwable> T unchecked(Throwable cause) throws T {
    throw (T) cause;
  }
}
