package dev.evenkeel.core.page;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import java.util.List;

/** A machine whose page begins with rows that an earlier page read ahead; says nothing else. */
public record ServedAhead<Q, A, R>(Machine<Q, A, R> machine) implements Machine<Q, A, R> {

  @Override
  public Step<Q, R> next() {
    return machine.next();
  }

  @Override
  public void onAnswer(int ticket, A answer) {
    machine.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    machine.onFailure(ticket, cause);
  }

  @Override
  public List<String> mayFollow() {
    return machine.mayFollow();
  }
}
