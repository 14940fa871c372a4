package dev.evenkeel.core.internal.flow;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Supplier;

/** Replays given steps, whatever it is told; for machines that break their contract. */
final class Scripted implements Machine<Integer, Integer, Integer> {
  private final Deque<Supplier<Step<Integer, Integer>>> steps;
  int failures;

  @SafeVarargs
  @SuppressWarnings("varargs")
  Scripted(Supplier<Step<Integer, Integer>>... steps) {
    this.steps = new ArrayDeque<>(Arrays.asList(steps));
  }

  @Override
  public Step<Integer, Integer> next() {
    return steps.remove().get();
  }

  @Override
  public void onAnswer(int ticket, Integer answer) {}

  @Override
  public void onFailure(int ticket, Throwable cause) {
    failures++;
  }
}
