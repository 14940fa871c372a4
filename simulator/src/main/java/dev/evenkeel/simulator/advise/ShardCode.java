package dev.evenkeel.simulator.advise;

import dev.evenkeel.sharding.planning.Selection;
import java.util.List;
import java.util.Locale;

/** The spec for a hot key, as Java code. */
final class ShardCode {
  private ShardCode() {}

  /**
   * A spec that compiles as it is.
   *
   * @param sorted whether the table has a sort key; without one only counters can be spread
   * @param shards of all keys that no rule is for
   */
  static String of(boolean sorted, Selection selection, int shards, List<String> rules) {
    StringBuilder code =
        new StringBuilder(sorted ? "ShardingSpec" : "CounterSpec")
            .append(".builder(\"...\")\n    .partitionKey(\"...\")\n");
    if (sorted) {
      code.append("    .sortKey(\"...\")\n");
    }
    code.append("    .shards(").append(shards).append(")\n");
    rules.forEach(rule -> code.append("    .shards(").append(rule).append(")\n"));
    return code.append(sorted ? selector(selection) : "    .summed(\"...\")\n")
        .append("    .build();")
        .toString();
  }

  /** A rule for one key. */
  static String exactly(String key, int shards) {
    return "KeyRule.exactly(" + literal(key) + ", " + shards + ")";
  }

  /** A rule for all keys that begin alike. */
  static String startingWith(String prefix, int shards) {
    return "KeyRule.startingWith(" + literal(prefix) + ", " + shards + ")";
  }

  private static String selector(Selection selection) {
    return switch (selection) {
      case CALCULATED -> "";
      case RANDOM -> drawn("random");
      case ROTATING -> drawn("rotating");
    };
  }

  private static String drawn(String name) {
    return "    .selector(ShardSelector." + name + "())\n    .uniqueSortKeys()\n";
  }

  /**
   * A Java literal of ASCII, whatever the key. Control characters are in octal: Java takes the
   * hexadecimal escape of a line end for a line end, which no literal may have.
   */
  static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c < ' ') {
        literal.append(String.format(Locale.ROOT, "\\%03o", (int) c));
      } else if (c < 0x7f) {
        literal.append(c);
      } else {
        literal.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return literal.append('"').toString();
  }
}
