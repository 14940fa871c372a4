package dev.evenkeel.chunking.crash;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * A protocol with a step that is skipped, changed or made at another time: a flow whose asks are
 * edited. What a mutant does to a flow depends on nothing but that flow.
 */
interface Mutant {
  /** Nothing is edited. */
  Mutant NONE =
      () ->
          new Edit() {
            @Override
            public <A> Flow<A> of(Request<A> request) {
              return Flow.ask(request);
            }
          };

  /** A fresh edit, for one flow. */
  Edit edit();

  /** What becomes of each ask of one flow. */
  interface Edit {
    <A> Flow<A> of(Request<A> request);
  }

  /** A flow with its asks edited. */
  default <T> Flow<T> applied(Flow<T> flow) {
    return edited(flow, edit());
  }

  private static <T> Flow<T> edited(Flow<T> flow, Edit edit) {
    if (flow instanceof Flow.Ask<T> ask) {
      return edit.of(ask.request());
    }
    if (flow instanceof Flow.Deferred<T> deferred) {
      return Flow.defer(() -> edited(deferred.flow().get(), edit));
    }
    if (flow instanceof Flow.Then<?, T> then) {
      return editedThen(then, edit);
    }
    if (flow instanceof Flow.Recovered<T> recovered) {
      return edited(recovered.first(), edit)
          .recover(failure -> edited(recovered.recovery().apply(failure), edit));
    }
    return flow instanceof Flow.All<?> all ? editedAll(all, edit) : flow;
  }

  private static <S, T> Flow<T> editedThen(Flow.Then<S, T> then, Edit edit) {
    return edited(then.first(), edit).then(result -> edited(then.next().apply(result), edit));
  }

  @SuppressWarnings("unchecked") // the flows of an All are edited one by one, each into its like
  private static <S, T> Flow<T> editedAll(Flow.All<S> all, Edit edit) {
    List<Flow<S>> parts = new ArrayList<>();
    all.flows().forEach(part -> parts.add(edited(part, edit)));
    return (Flow<T>) Flow.all(parts, all.widthMax());
  }
}
