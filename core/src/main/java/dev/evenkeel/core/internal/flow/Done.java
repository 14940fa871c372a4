package dev.evenkeel.core.internal.flow;

/** The answer of a request, and the result of a flow, that tells nothing but that it is done. */
public enum Done {
  DONE
}
