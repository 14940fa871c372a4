package dev.evenkeel.core.internal.value;

import java.util.List;
import java.util.stream.IntStream;

/** Lists cut into parts, for requests that take only so many elements. */
public final class Slices {
  private Slices() {}

  /** Views of the list, one after the other, of so many elements; the last has what is left. */
  public static <T> List<List<T>> of(List<T> list, int max) {
    return IntStream.iterate(0, from -> from < list.size(), from -> from + max)
        .mapToObj(from -> list.subList(from, Math.min(list.size(), from + max)))
        .toList();
  }
}
