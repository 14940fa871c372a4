package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.AmbiguousTableException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Families of tables, and which of them the tables met lately belong to. */
final class TableFamilies<S> {
  /** Enough for the hourly tables of a quarter of a year. */
  private static final int NAMES_MAX = 2_200;

  /** The shortest name of a table (AWS: naming rules). */
  private static final int NAME_CHARS_MIN = 3;

  private final List<TableFamily<S>> families;
  private final RecentNames<Found<S>> recent = new RecentNames<>(NAMES_MAX);

  /** What became of a name, which may be nothing. */
  private record Found<S>(@Nullable S spec) {}

  TableFamilies(Collection<TableFamily<S>> families) {
    this.families = List.copyOf(families);
  }

  /** Whether there is a family with members of this kind. */
  boolean hasAny(Class<?> kind) {
    return families.stream().anyMatch(family -> kind.isAssignableFrom(family.kind()));
  }

  /**
   * What is known of a table, or null. Allocates nothing for a name met lately.
   *
   * @throws AmbiguousTableException if two families accept it
   */
  @Nullable S find(String name) {
    if (families.isEmpty()) {
      return null;
    }
    Found<S> found = recent.get(name);
    if (found == null) {
      found = new Found<>(member(name));
      recent.put(name, found);
    }
    return found.spec();
  }

  private @Nullable S member(String name) {
    TableFamily<S> of = null;
    for (TableFamily<S> family : families) {
      if (isName(name) && family.names().test(name)) {
        if (of != null) {
          throw new AmbiguousTableException(name, List.of(of.label(), family.label()));
        }
        of = family;
      }
    }
    return of == null ? null : of.member().named(name);
  }

  /** Whether some family with members of this kind accepts a word as a name. */
  boolean accept(String word, Class<?> kind) {
    return isName(word)
        && families.stream()
            .anyMatch(family -> kind.isAssignableFrom(family.kind()) && family.names().test(word));
  }

  private static boolean isName(String text) {
    return text.length() >= NAME_CHARS_MIN
        && text.length() <= Words.NAME_CHARS_MAX
        && Words.isOneName(text);
  }
}
