package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow as a machine, so that the drivers of machines run flows. The answer to a {@link
 * Request} must be of the type that the request names; who answers otherwise sees a {@link
 * ClassCastException} in the flow.
 *
 * @param <T> the flow's result
 */
public final class FlowMachine<T> implements Machine<Request<?>, Object, T> {
  private final List<String> mayFollow;
  private final Strand whole;
  private final Queue<Strand> ready = new ArrayDeque<>(1);
  private final Map<Integer, Strand> asking = new HashMap<>(2);
  private int tickets;
  private @Nullable Flow<?> end;

  private FlowMachine(Flow<T> flow, List<String> mayFollow) {
    this.mayFollow = mayFollow;
    whole = new Strand(flow);
    ready.add(whole);
  }

  /** A machine that runs {@code flow} once. */
  public static <T> FlowMachine<T> of(Flow<T> flow) {
    return of(flow, List.of());
  }

  /**
   * A machine that runs {@code flow} once.
   *
   * @param mayFollow see {@link Machine#mayFollow()}
   */
  public static <T> FlowMachine<T> of(Flow<T> flow, List<String> mayFollow) {
    return new FlowMachine<>(flow, mayFollow);
  }

  @Override
  public List<String> mayFollow() {
    return mayFollow;
  }

  @Override
  @SuppressWarnings("unchecked") // the strand of the whole flow ends with the flow's own result
  public Step<Request<?>, T> next() {
    while (end == null) {
      Strand strand = ready.poll();
      if (strand == null) {
        return Step.park();
      }
      if (strand.isAbandoned()) {
        continue;
      }
      Flow<?> reached = strand.run();
      if (reached instanceof Flow.Ask<?> ask) {
        asking.put(++tickets, strand);
        return Step.ask(tickets, ask.request());
      }
      if (reached instanceof Flow.All<?> all) {
        advance(new Join(strand, all));
      } else {
        ended(strand, reached);
      }
    }
    return end instanceof Flow.Failed<?> failed
        ? Step.fail(failed.cause())
        : Step.finish((T) ((Flow.Value<?>) end).value());
  }

  private void ended(Strand strand, Flow<?> with) {
    Join join = strand.join();
    if (join == null) {
      end = with;
    } else {
      join.ended(strand.place(), with);
      advance(join);
    }
  }

  private void advance(Join join) {
    for (Strand begun = join.begin(); begun != null; begun = join.begin()) {
      ready.add(begun);
    }
    if (join.isOver()) {
      ready.add(join.over());
    }
  }

  @Override
  public void onAnswer(int ticket, Object answer) {
    resume(ticket, Flow.of(answer));
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    resume(ticket, Flow.failed(cause));
  }

  private void resume(int ticket, Flow<?> outcome) {
    Strand strand = requireNonNull(asking.remove(ticket), "no ask with this ticket is open");
    strand.resume(outcome);
    ready.add(strand);
  }
}
