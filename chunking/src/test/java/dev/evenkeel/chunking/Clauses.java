package dev.evenkeel.chunking;

import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Random expressions of one request, and what their placeholders stand for. */
final class Clauses {
  private final Gen gen;
  private final ModelValues made;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private boolean nested;

  Clauses(Gen gen, ModelValues made) {
    this.gen = gen;
    this.made = made;
  }

  /** Whether an update changes parts of attributes. */
  boolean isNested() {
    return nested;
  }

  @Nullable Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  @Nullable Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }

  String name(String attribute) {
    String token = "#" + attribute.charAt(0) + names.size();
    names.put(token, attribute);
    return token;
  }

  String value(AttributeValue value) {
    String token = ":v" + values.size();
    values.put(token, value);
    return token;
  }

  private String number(int number) {
    return value(AttributeValue.fromN(Integer.toString(number)));
  }

  private String text(String text) {
    return value(AttributeValue.fromS(text));
  }

  @Nullable String maybe(double share, Supplier<String> clause) {
    return gen.chance(share) ? clause.get() : null;
  }

  /** A condition that names no key attribute. */
  String condition() {
    return condition(2);
  }

  private String condition(int depth) {
    return switch (gen.between(0, depth > 0 ? 11 : 7)) {
      case 0, 1 -> "attribute_exists(" + name(gen.oneOf(ModelValues.LARGE)) + ")";
      case 2 -> "attribute_not_exists(" + name(gen.oneOf(ModelValues.LARGE)) + ")";
      case 3 -> name("num") + gen.oneOf(List.of(" = ", " < ", " <> ", " >= ")) + number(3);
      case 4 -> "begins_with(" + name("other") + ", " + text("a") + ")";
      case 5 -> "contains(" + name("tags") + ", " + text("red") + ")";
      case 6 -> "size(" + name("list") + ") > " + number(1);
      case 7 -> "attribute_type(" + name("doc") + "." + name("a") + ", " + text("S") + ")";
      case 8 -> condition(depth - 1) + " AND " + condition(depth - 1);
      case 9 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
      case 10 -> "NOT " + condition(0);
      default -> name("num") + " BETWEEN " + number(1) + " AND " + number(4);
    };
  }

  String projection() {
    List<String> all = new ArrayList<>(List.of("id", "rank", "num", "other", "tags", "doc.a"));
    all.addAll(ModelValues.LARGE);
    List<String> chosen = all.stream().filter(name -> gen.chance(0.3)).toList();
    return String.join(
        ", ",
        (chosen.isEmpty() ? List.of("body") : chosen)
            .stream()
                .map(path -> path.equals("doc.a") ? name("doc") + "." + name("a") : name(path))
                .toList());
  }

  /** An update; each attribute is named once. */
  String update() {
    List<String> sets = new ArrayList<>();
    List<String> removes = new ArrayList<>();
    List<String> adds = new ArrayList<>();
    List<String> deletes = new ArrayList<>();
    for (String large : ModelValues.LARGE) {
      if (gen.chance(0.3)) {
        sets.add(name(large) + " = " + value(made.large()));
      } else if (gen.chance(0.15)) {
        removes.add(name(large));
      }
    }
    if (gen.chance(0.3)) {
      sets.add(name("group") + " = " + text(made.group()));
    }
    if (gen.chance(0.3)) {
      sets.add(name("other") + " = " + text(made.small()));
    }
    num(sets, adds);
    tags(adds, deletes);
    list(sets, removes);
    doc(sets, removes);
    if (sets.isEmpty() && removes.isEmpty() && adds.isEmpty() && deletes.isEmpty()) {
      sets.add(name("body") + " = " + value(made.large()));
    }
    return (joined("SET ", sets)
            + joined("REMOVE ", removes)
            + joined("ADD ", adds)
            + joined("DELETE ", deletes))
        .strip();
  }

  private static String joined(String clause, List<String> actions) {
    return actions.isEmpty() ? "" : clause + String.join(", ", actions) + " ";
  }

  private String part(String path) {
    nested = true;
    return path;
  }

  private void num(List<String> sets, List<String> adds) {
    switch (gen.between(0, 7)) {
      case 0 -> adds.add(name("num") + " " + number(2));
      case 1 -> {
        String num = name("num");
        sets.add(num + " = " + num + " + " + number(1));
      }
      case 2 -> {
        String num = name("num");
        sets.add(num + " = if_not_exists(" + num + ", " + number(4) + ") - " + number(1));
      }
      default -> {}
    }
  }

  private void tags(List<String> adds, List<String> deletes) {
    AttributeValue tags = AttributeValue.fromSs(List.of("red", "blue"));
    switch (gen.between(0, 5)) {
      case 0 -> adds.add(name("tags") + " " + value(tags));
      case 1 -> deletes.add(name("tags") + " " + value(AttributeValue.fromSs(List.of("red"))));
      default -> {}
    }
  }

  private void list(List<String> sets, List<String> removes) {
    AttributeValue one = AttributeValue.fromL(List.of(AttributeValue.fromS("end")));
    switch (gen.between(0, 7)) {
      case 0 -> {
        String list = name("list");
        sets.add(list + " = list_append(" + list + ", " + value(one) + ")");
      }
      case 1 -> {
        String list = name("list");
        sets.add(
            list
                + " = list_append(if_not_exists("
                + list
                + ", "
                + value(one)
                + "), "
                + value(one)
                + ")");
      }
      case 2 -> sets.add(part(name("list") + "[0]") + " = " + text("first"));
      case 3 -> removes.add(part(name("list") + "[1]"));
      default -> {}
    }
  }

  private void doc(List<String> sets, List<String> removes) {
    switch (gen.between(0, 7)) {
      case 0 -> sets.add(part(name("doc") + "." + name("a")) + " = " + text("nested"));
      case 1 -> removes.add(part(name("doc") + "." + name("b")));
      case 2 ->
          sets.add(
              name("doc")
                  + " = "
                  + value(
                      AttributeValue.fromM(
                          Map.of("a", AttributeValue.fromS("a"), "b", AttributeValue.fromN("2")))));
      default -> {}
    }
  }
}
