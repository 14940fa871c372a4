package dev.evenkeel.core.client;

/** Whether closing a decorator closes the client it decorates. */
public enum Ownership {
  /** The caller owns the delegate; closing the decorator leaves it open. */
  BORROWED,
  /** The decorator owns its delegate; closing the decorator closes it too. */
  OWNED
}
