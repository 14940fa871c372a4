package dev.evenkeel.core.operation;

/** The behavior of a decorator for an operation on a managed table. */
public enum Disposition {
  /** Forwards the caller's own request object. */
  PASS_THROUGH,
  /** Sends one changed request, or changes the response. */
  REWRITE,
  /** Sends several sub-requests and combines their answers. */
  FAN_OUT,
  /** Declines before anything is sent, with a reason and a remedy. */
  REFUSE
}
