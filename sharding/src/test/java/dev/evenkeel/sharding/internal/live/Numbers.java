package dev.evenkeel.sharding.internal.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives numbers from 0 on to things, one to all that have the same text. */
final class Numbers<T> {
  private final List<T> all = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  int number(T thing) {
    return numbers.computeIfAbsent(
        thing.toString(),
        text -> {
          all.add(thing);
          return all.size() - 1;
        });
  }

  T get(int number) {
    return all.get(number);
  }
}
