package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.AmbiguousTableException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are recognized by their names, so that a decorator knows them before they are
 * created: the table of each period, or of each tenant.
 *
 * @param label names the family in messages
 * @param kind the kind of its members
 * @param names accepts the plain names of its tables, and always decides alike for one name; called
 *     on any thread, with names of tables that are none of its own too
 * @param member makes what is known of one table
 * @param <S> the spec
 */
public record TableFamily<S>(
    String label, Class<? extends S> kind, Predicate<String> names, Member<S> member) {

  /** Makes the spec of one table of a family. */
  @FunctionalInterface
  public interface Member<S> {
    /** The spec of the table of this name; null if there is nothing to manage about it. */
    @Nullable S named(String name);
  }

  /** The family of those members alone that {@code wanted} accepts. */
  public TableFamily<S> keeping(Predicate<? super S> wanted) {
    return new TableFamily<>(
        label,
        kind,
        names,
        name -> {
          S spec = member.named(name);
          return spec != null && wanted.test(spec) ? spec : null;
        });
  }

  /** The family without some tables. */
  public TableFamily<S> except(Set<String> others) {
    Set<String> excepted = Set.copyOf(others);
    return excepted.isEmpty()
        ? this
        : new TableFamily<>(
            label, kind, name -> !excepted.contains(name) && names.test(name), member);
  }

  /** Resolves table names to families; caches recent lookups. */
  static final class TableFamilies<S> {
    /** Enough for the hourly tables of a quarter of a year. */
    private static final int NAMES_MAX = 2_200;

    private final List<TableFamily<S>> families;
    private final RecentNames<CachedSpec<S>> recent = new RecentNames<>(NAMES_MAX);

    /** The result of a lookup, which may be none. */
    private record CachedSpec<S>(@Nullable S spec) {}

    TableFamilies(Collection<TableFamily<S>> families) {
      this.families = List.copyOf(families);
    }

    /** Whether there is a family with members of this kind. */
    boolean hasAny(Class<?> kind) {
      return families.stream().anyMatch(family -> kind.isAssignableFrom(family.kind()));
    }

    /**
     * The spec of a table, or null. Allocates nothing for a recent name.
     *
     * @throws AmbiguousTableException if two families accept it
     */
    @Nullable S find(String name) {
      if (families.isEmpty()) {
        return null;
      }
      CachedSpec<S> found = recent.get(name);
      if (found == null) {
        found = new CachedSpec<>(member(name));
        recent.put(name, found);
      }
      return found.spec();
    }

    private @Nullable S member(String name) {
      TableFamily<S> of = null;
      for (TableFamily<S> family : families) {
        if (TableName.isName(name) && family.names().test(name)) {
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
      return TableName.isName(word)
          && families.stream()
              .anyMatch(
                  family -> kind.isAssignableFrom(family.kind()) && family.names().test(word));
    }
  }
}
