package dev.evenkeel.sharding.internal.live;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;

/**
 * All that a running process is made of, as text: its fields, what they refer to, and what the
 * functions of its flows have captured. Two processes with one text go on alike. Times are told by
 * how long ago they were, and long ago is long ago; tickets of asks only tell asks apart.
 */
final class StateText {
  /** Longs from here on are times. */
  static final long EPOCH = 1L << 60;

  private static final Set<Class<?>> SHARED =
      Set.of(
          LayoutTimes.class,
          LayoutTable.class,
          ModelStore.class,
          ItemStore.class,
          ItemClient.Moving.class,
          Script.class,
          FlowProcess.Events.class);

  /** Where classes are that are as the records say by which a call was planned. */
  private static final List<String> PLANNED =
      List.of(
          "dev.evenkeel.sharding.internal.operation.",
          "dev.evenkeel.sharding.internal.layout.ShardedTable",
          "dev.evenkeel.core.internal.operation.",
          "software.amazon.awssdk.");

  private static final Set<String> TICKETS = Set.of("ticket", "tickets");
  private static final Map<Class<?>, Shape> SHAPES = new HashMap<>();

  private final StringBuilder out = new StringBuilder();
  private final IdentityHashMap<Object, Integer> known = new IdentityHashMap<>();
  private final FlowProcess<?> process;

  /** What is told of objects of a class. */
  private record Shape(int number, boolean isValue, List<Field> fields) {}

  private StateText(FlowProcess<?> process) {
    this.process = process;
  }

  static String of(FlowProcess<?> process) {
    StateText text = new StateText(process);
    text.put(process);
    return text.out.toString();
  }

  private void put(@Nullable Object object) {
    if (object == null) {
      out.append('~');
    } else if (object instanceof Long number) {
      putLong(number);
    } else if (object instanceof String
        || object instanceof Number
        || object instanceof Boolean
        || object instanceof Enum<?>
        || object instanceof Duration
        || object instanceof SdkPojo) {
      out.append(object);
    } else if (object instanceof Class<?> type) {
      out.append(type.getName());
    } else if (object instanceof Throwable failure) {
      out.append(failure.getClass().getSimpleName());
    } else if (object instanceof Map<?, ?> map) {
      putMap(map);
    } else if (object instanceof Collection<?> all) {
      putAll(all);
    } else if (object.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(object); i++) {
        put(Array.get(object, i));
        out.append(',');
      }
    } else if (object.getClass().getName().startsWith("java.")) {
      out.append(object.getClass().isHidden() ? "~" : object); // such as a comparator; an optional
    } else if (!isShared(object.getClass())) {
      putFields(object);
    }
  }

  private static boolean isShared(Class<?> type) {
    return SHARED.contains(type)
        || (!type.isHidden() && PLANNED.stream().anyMatch(type.getName()::startsWith));
  }

  private void putLong(long number) {
    out.append(number >= EPOCH / 2 ? "t" + process.since(number) : Long.toString(number));
  }

  /** Entries in the order of their keys; those of asks without their tickets. */
  private void putMap(Map<?, ?> map) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    boolean byTicket = map.keySet().iterator().next() instanceof Integer;
    Map<Object, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(byTicket ? key : key.toString(), value));
    out.append('{');
    sorted.forEach(
        (key, value) -> {
          out.append(byTicket ? "" : key).append('=');
          put(value);
          out.append(',');
        });
    out.append('}');
  }

  private void putAll(Collection<?> all) {
    out.append('[');
    Collection<?> inOrder = all instanceof Set<?> set ? sorted(set) : all;
    for (Object each : inOrder) {
      put(each);
      out.append(',');
    }
    out.append(']');
  }

  private static List<String> sorted(Set<?> set) {
    return set.stream().map(Object::toString).sorted().toList();
  }

  private void putFields(Object object) {
    Shape shape = SHAPES.computeIfAbsent(object.getClass(), StateText::shape);
    if (!shape.isValue()) {
      Integer before = known.putIfAbsent(object, known.size());
      if (before != null) {
        out.append('#').append(before);
        return;
      }
    }
    out.append(shape.number()).append('(');
    for (Field field : shape.fields()) {
      try {
        put(field.get(object));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      out.append(' ');
    }
    out.append(')');
  }

  private static Shape shape(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !TICKETS.contains(field.getName())) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return new Shape(SHAPES.size(), type.isRecord(), fields);
  }
}
