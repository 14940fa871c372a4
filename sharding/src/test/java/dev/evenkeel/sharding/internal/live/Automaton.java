package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Pause;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * All states of one process that were met, and how inputs lead from one to the other. The process
 * itself cannot be copied: where it is not there any more, it is made anew and given all inputs
 * once more that first led to the state. That is done once for each state and input; all others
 * look up what came of it.
 */
final class Automaton {
  private static final int SPARES_MAX = 3_000;

  private final Supplier<ModelProcess> fresh;
  private final List<Local> states = new ArrayList<>();
  private final Map<UUID, Local> known = new HashMap<>();
  private int spares;

  /** A request to the control table that is not answered. */
  record Control(int slot, int ask, int request, boolean isWrite) {}

  /** A look at a place. */
  record Looking(int slot, int ask, int place, int key) {}

  /** What an input leads to, and what others see of it. */
  record Move(Local to, List<Integer> events, @Nullable String wrong) {}

  /** A state of the process. */
  static final class Local {
    final int number;
    private final @Nullable Local before;
    private final int input;
    private final Map<Integer, Move> moves = new HashMap<>();
    private @Nullable ModelProcess spare;

    final int[] acts;
    final List<Control> controls = new ArrayList<>();
    final List<Looking> looks = new ArrayList<>();
    final ModelProcess.@Nullable Flight flight;
    final boolean isArriving;
    final boolean mayRetry;
    final boolean isDone;

    Local(int number, @Nullable Local before, int input, ModelProcess process) {
      this.number = number;
      this.before = before;
      this.input = input;
      List<Integer> all = new ArrayList<>();
      process.addActs(all);
      addAsks(process, all);
      this.acts = all.stream().mapToInt(act -> act).toArray();
      this.flight = process.flight();
      this.mayRetry = process instanceof ModelClient client && client.mayRetry();
      this.isArriving = process.slots.get(0).arriving != 0;
      this.isDone = process.isDone();
    }

    private void addAsks(ModelProcess process, List<Integer> all) {
      for (int i = 0; i < process.slots.size(); i++) {
        if (process.slots.get(i).arriving != 0) {
          all.add(Input.of(Input.ARRIVE, i, 0, 0));
          continue;
        }
        List<ModelProcess.Open> open = process.slots.get(i).open;
        for (int j = 0; j < open.size(); j++) {
          ModelProcess.Open ask = open.get(j);
          DynamoDbRequest request = ModelProcess.table(ask.request());
          if (request != null && MovedTable.isFor(request)) {
            if (!ModelStore.isWrite(request)) {
              looks.add(new Looking(i, j, MovedTable.placeRead(request), 0));
            }
          } else if (request != null) {
            controls.add(
                new Control(i, j, process.store.number(request), ModelStore.isWrite(request)));
          } else if (ask.request() instanceof ModelProcess.Look look) {
            looks.add(new Looking(i, j, look.place(), look.key()));
          } else if (ask.request() instanceof Pause pause && process.isOver(pause, ask.since())) {
            all.add(Input.of(Input.WAKE, i, j, 0));
          }
        }
      }
    }
  }

  Automaton(Supplier<ModelProcess> fresh) {
    this.fresh = fresh;
    ModelProcess first = fresh.get();
    state(first, null, 0);
  }

  Local state(int number) {
    return states.get(number);
  }

  Move next(Local from, int input) {
    Move known = from.moves.get(input);
    if (known == null) {
      known = found(from, input);
      from.moves.put(input, known);
    }
    return known;
  }

  private Move found(Local from, int input) {
    ModelProcess process = from.spare;
    if (process == null) {
      process = replay(from);
    } else {
      from.spare = null;
      spares--;
    }
    process.take(input);
    List<Integer> events = process.events.taken();
    String wrong = process.events.wrong;
    return new Move(state(process, from, input), events, wrong);
  }

  private Local state(ModelProcess process, @Nullable Local before, int input) {
    UUID text = UUID.nameUUIDFromBytes(StateText.of(process).getBytes(StandardCharsets.UTF_8));
    Local there = known.get(text);
    if (there == null) {
      there = new Local(states.size(), before, input, process);
      states.add(there);
      known.put(text, there);
    }
    if (there.spare == null && spares < SPARES_MAX) {
      there.spare = process;
      spares++;
    }
    return there;
  }

  private ModelProcess replay(Local to) {
    List<Integer> inputs = new ArrayList<>();
    for (Local each = to; each.before != null; each = each.before) {
      inputs.add(each.input);
    }
    ModelProcess process = fresh.get();
    for (int i = inputs.size() - 1; i >= 0; i--) {
      process.take(inputs.get(i));
    }
    return process;
  }
}
