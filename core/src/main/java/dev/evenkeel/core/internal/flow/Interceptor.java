package dev.evenkeel.core.internal.flow;

import java.util.function.BiFunction;

/**
 * Observes the requests of runs, and may replace their failures. Tickets tell the requests of a run
 * apart: the first asked has 1, the next 2.
 *
 * <p>Unless noted, calls of one run never overlap. An undeclared exception of a method ends the
 * run.
 */
public interface Interceptor {
  /** An interceptor without effect. */
  Interceptor NONE = new Interceptor() {};

  /** An interceptor that only replaces failures. */
  static Interceptor ofFailures(BiFunction<Request<?>, Throwable, Throwable> mapping) {
    return new Interceptor() {
      @Override
      public Throwable failed(int ticket, Request<?> request, Throwable failure) {
        return mapping.apply(request, failure);
      }
    };
  }

  /** The flow has a request, which may wait until it is sent. */
  default void asked(int ticket, Request<?> request) {}

  /**
   * The request is being sent, by any thread; not called for what needs no sending. If this throws,
   * it is not sent, and fails with that.
   */
  default void sending(int ticket, Request<?> request) {}

  /** The request was answered. */
  default void answered(int ticket, Object answer) {}

  /**
   * The request failed.
   *
   * @return the failure that the flow sees
   */
  default Throwable failed(int ticket, Request<?> request, Throwable failure) {
    return failure;
  }

  /** This one, and then another, which sees the failures that this one makes. */
  default Interceptor then(Interceptor other) {
    return other == NONE ? this : new Interceptors(this, other);
  }

  /** Two as one. */
  record Interceptors(Interceptor first, Interceptor second) implements Interceptor {

    @Override
    public void asked(int ticket, Request<?> request) {
      first.asked(ticket, request);
      second.asked(ticket, request);
    }

    @Override
    public void sending(int ticket, Request<?> request) {
      first.sending(ticket, request);
      second.sending(ticket, request);
    }

    @Override
    public void answered(int ticket, Object answer) {
      first.answered(ticket, answer);
      second.answered(ticket, answer);
    }

    @Override
    public Throwable failed(int ticket, Request<?> request, Throwable failure) {
      return second.failed(ticket, request, first.failed(ticket, request, failure));
    }
  }
}
