package dev.evenkeel.sharding.internal.live;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All states of one process that were met, and how inputs lead from one to the other. The process
 * itself cannot be copied: where it is not there any more, it is made anew and given all inputs
 * once more that first led to the state. That is done once for each state and input; all others
 * look up what came of it.
 *
 * @param <V> what a process in a state offers to the model around it
 */
final class Automaton<V> {
  private static final int SPARES_MAX = 3_000;

  private final Supplier<? extends FlowProcess<V>> fresh;
  private final List<Local<V>> states = new ArrayList<>();
  private final Map<UUID, Local<V>> known = new HashMap<>();
  private int spares;

  /** What an input leads to, and what others see of it. */
  record Move<V>(Local<V> to, List<Integer> events, @Nullable String wrong) {}

  /** A state of the process. */
  static final class Local<V> {
    final int number;
    private final @Nullable Local<V> before;
    private final int input;
    private final Map<Integer, Move<V>> moves = new HashMap<>();
    private @Nullable FlowProcess<V> spare;

    final V offers;

    Local(int number, @Nullable Local<V> before, int input, FlowProcess<V> process) {
      this.number = number;
      this.before = before;
      this.input = input;
      this.offers = process.offers();
    }
  }

  Automaton(Supplier<? extends FlowProcess<V>> fresh) {
    this.fresh = fresh;
    FlowProcess<V> first = fresh.get();
    state(first, null, 0);
  }

  Local<V> state(int number) {
    return states.get(number);
  }

  Move<V> next(Local<V> from, int input) {
    Move<V> known = from.moves.get(input);
    if (known == null) {
      known = found(from, input);
      from.moves.put(input, known);
    }
    return known;
  }

  private Move<V> found(Local<V> from, int input) {
    FlowProcess<V> process = from.spare;
    if (process == null) {
      process = replay(from);
    } else {
      from.spare = null;
      spares--;
    }
    process.take(input);
    List<Integer> events = process.events.taken();
    String wrong = process.events.wrong;
    return new Move<>(state(process, from, input), events, wrong);
  }

  private Local<V> state(FlowProcess<V> process, @Nullable Local<V> before, int input) {
    UUID text = UUID.nameUUIDFromBytes(StateText.of(process).getBytes(StandardCharsets.UTF_8));
    Local<V> there = known.get(text);
    if (there == null) {
      there = new Local<>(states.size(), before, input, process);
      states.add(there);
      known.put(text, there);
    }
    if (there.spare == null && spares < SPARES_MAX) {
      there.spare = process;
      spares++;
    }
    return there;
  }

  private FlowProcess<V> replay(Local<V> to) {
    List<Integer> inputs = new ArrayList<>();
    for (Local<V> each = to; each.before != null; each = each.before) {
      inputs.add(each.input);
    }
    FlowProcess<V> process = fresh.get();
    for (int i = inputs.size() - 1; i >= 0; i--) {
      process.take(inputs.get(i));
    }
    return process;
  }
}
