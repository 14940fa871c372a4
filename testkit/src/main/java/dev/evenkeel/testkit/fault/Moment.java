package dev.evenkeel.testkit.fault;

/** On which side of the server's work a fault strikes: the caller cannot tell them apart. */
public enum Moment {
  /** The server never sees the request. */
  BEFORE_APPLY,
  /** The server has carried the request out; only its answer is lost. */
  AFTER_APPLY
}
