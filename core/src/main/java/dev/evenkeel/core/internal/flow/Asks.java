package dev.evenkeel.core.internal.flow;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/**
 * What a machine asked and was not yet told; holds the machine to its contract. Most machines ask
 * once, so the collections begin small.
 */
final class Asks<Q> {
  private final Set<Integer> unanswered = new HashSet<>(2);
  private final Queue<Step.Ask<Q, ?>> unsent = new ArrayDeque<>(1);

  void note(Step.Ask<Q, ?> ask) {
    if (!unanswered.add(ask.ticket())) {
      throw new IllegalStateException(
          "The machine asked under ticket %d, which is unanswered. Tickets must differ."
              .formatted(ask.ticket()));
    }
  }

  /** Those to be sent, in the order asked; the run adds them, and removes what it sends. */
  Queue<Step.Ask<Q, ?>> unsent() {
    return unsent;
  }

  void answered(int ticket) {
    unanswered.remove(ticket);
  }

  /** Whether there is one ask in all. */
  boolean isOne() {
    return unanswered.size() == 1;
  }

  /** Whether the one ask in all is to be sent: it needs no thread and no permit of its own. */
  boolean isOneUnsent() {
    return isOne() && unsent.size() == 1;
  }

  /** A machine that waits for nothing would wait for ever. */
  void requireAny(Machine<?, ?, ?> machine) {
    if (unanswered.isEmpty()) {
      throw new IllegalStateException(
          "%s parked with no ask unanswered. It must ask, finish or fail."
              .formatted(machine.getClass().getName()));
    }
  }
}
