package dev.evenkeel.core.internal.flow;

/** The answer of a request, or the result of a flow, without a value. */
public enum Done {
  DONE
}
