package dev.evenkeel.core.client;

/** Whether closing a decorator closes the client it decorates. */
public enum Ownership {
  /** The delegate belongs to whoever made it; closing the decorator leaves it open. */
  BORROWED,
  /** The decorator was told to own its delegate; closing the decorator closes it too. */
  OWNED
}
