package dev.evenkeel.chunking.crash;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.RequestRewriter;

/**
 * A protocol with a step that is skipped, changed or made at another time: a flow whose asks are
 * edited. A mutant depends on nothing but the flow that it edits.
 */
interface Mutant {
  /** Nothing is edited. */
  Mutant NONE =
      () ->
          new Edit() {
            @Override
            public <A> Flow<A> rewrite(Request<A> request) {
              return Flow.ask(request);
            }
          };

  /** A fresh edit, for one flow. */
  Edit edit();

  /** Edits each ask of one flow. */
  interface Edit extends RequestRewriter {}

  /** A flow with its asks edited. */
  default <T> Flow<T> applied(Flow<T> flow) {
    return edit().in(flow);
  }
}
