package dev.evenkeel.spring;

import dev.evenkeel.core.DecoratorException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The name of a property or of a group of them. Whatever is wrong with it is reported under this
 * name.
 */
record Setting(String name) {

  Setting child(String key) {
    return new Setting(name + "." + key);
  }

  /** A value that has to be given. */
  <T> T required(String key, @Nullable T value) {
    if (value == null) {
      throw child(key).wrong("it is required here, and not given. Set it.");
    }
    return value;
  }

  /** Builds a value; what a builder refuses is reported under this name. */
  <T> T build(Supplier<T> building) {
    try {
      return building.get();
    } catch (SettingException known) {
      throw known;
    } catch (IllegalArgumentException | NullPointerException | DecoratorException refused) {
      throw new SettingException(this, String.valueOf(refused.getMessage()), refused);
    }
  }

  /** Builds a value of each entry of a list. */
  <S, T> Stream<T> buildAll(List<S> entries, BiFunction<S, Setting, T> building) {
    return IntStream.range(0, entries.size())
        .mapToObj(
            i -> {
              Setting entry = new Setting("%s[%d]".formatted(name, i));
              return entry.build(() -> building.apply(entries.get(i), entry));
            });
  }

  /**
   * The specs of the entries of a list, and those of beans.
   *
   * @param table the table of a spec, which no other entry and no bean may have
   */
  <S, T> List<T> specs(
      List<S> entries,
      BiFunction<S, Setting, T> building,
      Function<T, String> table,
      ObjectProvider<T> beans) {
    Map<String, String> places = new HashMap<>();
    List<T> others = beans.orderedStream().toList();
    others.forEach(bean -> places.put(table.apply(bean), "a bean"));
    Stream<T> own =
        buildAll(
            entries,
            (properties, entry) -> {
              T spec = building.apply(properties, entry);
              String before = places.putIfAbsent(table.apply(spec), "'%s'".formatted(entry.name()));
              if (before != null) {
                throw entry.wrong(
                    "%s has a spec of table '%s', too. Keep one of them."
                        .formatted(before, table.apply(spec)));
              }
              return spec;
            });
    return Stream.concat(own, others.stream()).toList();
  }

  SettingException wrong(String reason) {
    return new SettingException(this, reason, null);
  }
}
