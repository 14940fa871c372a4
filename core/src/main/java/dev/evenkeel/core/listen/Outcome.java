package dev.evenkeel.core.listen;

/** The outcome of a call or a sub-request. */
public enum Outcome {
  /** With an answer. */
  SUCCEEDED,
  /** With an exception of DynamoDB, the SDK or the decorator, a timeout included. */
  FAILED,
  /** Declined by the decorator before anything was sent; calls only. */
  REFUSED,
  /**
   * Of a call: the caller cancelled the future or interrupted the thread. Of a sub-request: the
   * call ended without it.
   */
  CANCELLED
}
