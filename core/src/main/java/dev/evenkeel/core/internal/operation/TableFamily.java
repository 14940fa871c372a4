package dev.evenkeel.core.internal.operation;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are told by their names, so that a decorator knows them before they are created: the
 * table of each period, or of each tenant.
 *
 * @param label names the family in messages
 * @param kind what its members are
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
}
