package dev.evenkeel.chunking.internal.plan.read;

import java.util.Set;

/** Tells from within a page that it has to be read again as a whole. */
final class PageAgain extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<String> startKey;
  private final Throwable reason;

  /**
   * @param startKey the attributes of the index's start keys, if they are known now
   * @param reason what the call fails with if that does not help either
   */
  PageAgain(Set<String> startKey, Throwable reason) {
    super(reason.getMessage(), reason, false, false);
    this.startKey = startKey;
    this.reason = reason;
  }

  Set<String> orKeep(Set<String> known) {
    return startKey.isEmpty() ? known : startKey;
  }

  Throwable reason() {
    return reason;
  }
}
