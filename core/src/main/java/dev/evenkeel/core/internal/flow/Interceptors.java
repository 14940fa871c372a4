package dev.evenkeel.core.internal.flow;

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
