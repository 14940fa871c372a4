package dev.evenkeel.sharding.internal.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges whether what clients see of one item is linearizable, event by event: whether each call
 * can be taken to have happened at one moment between its beginning and its end, so that all that
 * was read fits. It knows nothing of where and when a store does what. A write without an answer
 * may happen at any time, or never.
 *
 * <p>A state is all that can have happened up to now: a set of possibilities, each with the value,
 * the writes that have happened and are not answered, and for each reader what it has read. States
 * have numbers; -1 is none: the history is not linearizable.
 */
final class RegisterJudge {
  /** The value of an item that is there at first. */
  static final int FIRST_VALUE = 15;

  private final List<State> states = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Long, Integer> after = new HashMap<>();

  /**
   * What is under way, and what can have happened: bits 0 to 3 the value, 4 to 19 writes that have
   * happened, from 20 on 5 bits for each reader, 0 for not yet, 16 and more for a value.
   *
   * @param writes a bit for each write that is under way
   * @param deletes a bit for each of them that deletes
   * @param readers a bit for each reader that is under way
   */
  private record State(int writes, int deletes, int readers, List<Long> possible) {}

  int first(boolean isThere) {
    return number(0, 0, 0, List.of(isThere ? (long) FIRST_VALUE : 0L));
  }

  /**
   * Goes on by one event.
   *
   * @param number the write's or the reader's
   * @param value for {@link Event#SENT} 1 if it deletes, for {@link Event#READ} what was read
   * @return the state after it; -1 if there is none
   */
  int after(int state, int kind, int number, int value) {
    return after.computeIfAbsent(
        ((long) state << 32) | (value << 16) | (number << 8) | kind,
        all -> next(states.get(state), kind, number, value));
  }

  private int next(State state, int kind, int number, int value) {
    int write = 1 << number;
    long happened = 1L << (4 + number);
    int shift = 20 + 5 * number;
    boolean ends = kind == Event.READ || kind == Event.READ_DROPPED;
    if (ends && (state.readers() & write) == 0) {
      return number(state.writes(), state.deletes(), state.readers(), state.possible());
    }
    List<Long> possible = new ArrayList<>();
    for (long each : state.possible()) {
      boolean keep =
          switch (kind) {
            case Event.WRITTEN -> (each & happened) != 0;
            case Event.REFUSED -> (each & happened) == 0;
            case Event.READ -> ((each >> shift) & 31) == (16 | value);
            default -> true;
          };
      if (keep) {
        possible.add(
            switch (kind) {
              case Event.WRITTEN, Event.REFUSED -> each & ~happened;
              case Event.SENT -> each;
              default -> each & ~(31L << shift);
            });
      }
    }
    return switch (kind) {
      case Event.SENT ->
          number(
              state.writes() | write,
              value == 1 ? state.deletes() | write : state.deletes(),
              state.readers(),
              possible);
      case Event.WRITTEN, Event.REFUSED ->
          number(state.writes() & ~write, state.deletes() & ~write, state.readers(), possible);
      case Event.READ_BEGUN ->
          number(state.writes(), state.deletes(), state.readers() | write, possible);
      default -> number(state.writes(), state.deletes(), state.readers() & ~write, possible);
    };
  }

  private int number(int writes, int deletes, int readers, List<Long> possible) {
    if (possible.isEmpty()) {
      return -1;
    }
    Set<Long> all = new TreeSet<>();
    for (long each : possible) {
      addAll(each, writes, deletes, readers, all);
    }
    List<Long> closed = List.copyOf(all);
    return numbers.computeIfAbsent(
        writes + " " + deletes + " " + readers + closed,
        text -> {
          states.add(new State(writes, deletes, readers, closed));
          return states.size() - 1;
        });
  }

  /** Adds a possibility, and what can happen next in it of what is under way. */
  private static void addAll(long from, int writes, int deletes, int readers, Set<Long> all) {
    if (!all.add(from)) {
      return;
    }
    for (int write = 0; write < 16; write++) {
      long happened = 1L << (4 + write);
      if (((writes >> write) & 1) != 0 && (from & happened) == 0) {
        int value = ((deletes >> write) & 1) != 0 ? 0 : write;
        addAll((from & ~15L) | happened | value, writes, deletes, readers, all);
      }
    }
    for (int reader = 0; reader < 8; reader++) {
      int shift = 20 + 5 * reader;
      if (((readers >> reader) & 1) != 0 && ((from >> shift) & 31) == 0) {
        addAll(from | ((16 | (from & 15L)) << shift), writes, deletes, readers, all);
      }
    }
  }
}
