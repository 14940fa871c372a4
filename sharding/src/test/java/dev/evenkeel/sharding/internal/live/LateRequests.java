package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.ModelProcess.Flight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sets of requests that nobody waits for, and that may still be applied. Sets have numbers. */
final class LateRequests {
  private final List<long[]> sets = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  LateRequests() {
    number(new long[0]);
  }

  private int number(long[] set) {
    Arrays.sort(set);
    return numbers.computeIfAbsent(
        Arrays.toString(set),
        text -> {
          sets.add(set);
          return sets.size() - 1;
        });
  }

  /** Set 0 is empty. */
  int size(int set) {
    return sets.get(set).length;
  }

  int what(int set, int index) {
    return (int) (sets.get(set)[index] >> 8);
  }

  private static int age(long late) {
    return (int) (late & 255);
  }

  /** A write as a late request, unlike the negative numbers of those to the control table. */
  static int write(Flight flight) {
    int value = flight.deletes() || flight.moves() != 0 ? 0 : flight.number();
    return value | (flight.key() << 4) | (flight.place() << 8) | flight.moves();
  }

  static int key(int write) {
    return (write >> 4) & 15;
  }

  static int place(int write) {
    return (write >> 8) & 15;
  }

  static int value(int write) {
    return write & 15;
  }

  /** A set with one more. */
  int and(int set, int what, int age) {
    long[] old = sets.get(set);
    long[] more = Arrays.copyOf(old, old.length + 1);
    more[old.length] = ((long) what << 8) | age;
    return number(more);
  }

  int and(int set, Flight flight) {
    return and(set, write(flight), flight.age());
  }

  int without(int set, int index) {
    long[] rest = sets.get(set).clone();
    rest[index] = rest[rest.length - 1];
    return number(Arrays.copyOf(rest, rest.length - 1));
  }

  /** The set when time has passed, without those that are too old then. */
  int older(int set, int ageMax) {
    return set == 0
        ? 0
        : number(
            Arrays.stream(sets.get(set))
                .filter(late -> age(late) < ageMax)
                .map(late -> late + 1)
                .toArray());
  }
}
