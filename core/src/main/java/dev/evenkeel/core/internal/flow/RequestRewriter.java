package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.Nullable;

/** Replaces the requests of a flow by flows, as to pace them. */
public interface RequestRewriter {

  /** The flow that replaces a request, with the same result. */
  <A> Flow<A> rewrite(Request<A> request);

  /** The same flow, of which every request is rewritten when it is reached. */
  default <T> Flow<T> in(Flow<T> flow) {
    if (flow instanceof Flow.Ask<T> ask) {
      return rewrite(ask.request());
    }
    if (flow instanceof Flow.Deferred<T> deferred) {
      return Flow.defer(() -> in(deferred.flow().get()));
    }
    if (flow instanceof Flow.Then<?, T> then) {
      return then(then);
    }
    if (flow instanceof Flow.Mapped<?, T> mapped) {
      return mapped(mapped);
    }
    if (flow instanceof Flow.Recovered<T> recovered) {
      return in(recovered.first()).recover(failure -> in(recovered.recovery().apply(failure)));
    }
    if (flow instanceof Flow.Named<T> named) {
      return in(named.first()).step(named.owner(), named.step());
    }
    return flow instanceof Flow.All<T> all
        ? Flow.from(() -> new RewrittenSource<>(all.source().get(), this))
        : flow;
  }

  private <S, T> Flow<T> then(Flow.Then<S, T> then) {
    return in(then.first()).then(result -> in(then.next().apply(result)));
  }

  private <S, T> Flow<T> mapped(Flow.Mapped<S, T> mapped) {
    return in(mapped.first()).map(mapped.mapping());
  }

  /** A source with its flows rewritten. */
  record RewrittenSource<T>(FlowSource<T> source, RequestRewriter rewriter)
      implements FlowSource<T> {

    @Override
    public @Nullable Flow<?> next() {
      Flow<?> flow = source.next();
      return flow == null ? null : rewriter.in(flow);
    }

    @Override
    public boolean isOver() {
      return source.isOver();
    }

    @Override
    public Flow<T> end() {
      return rewriter.in(source.end());
    }
  }
}
