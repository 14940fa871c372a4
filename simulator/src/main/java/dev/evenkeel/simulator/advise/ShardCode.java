package dev.evenkeel.simulator.advise;

import dev.evenkeel.sharding.planning.Selection;
import java.util.List;
import java.util.Locale;

/** The spec that cures a hot key, in Java. */
final class ShardCode {
  private ShardCode() {}

  /** So many shards for one key. */
  record Rule(String key, int shards) {}

  static String ofAll(Selection selection, int shards) {
    return head() + "    .shards(" + shards + ")\n" + selector(selection);
  }

  static String ofRules(Selection selection, List<Rule> rules) {
    StringBuilder code = new StringBuilder(head()).append("    .shards(1)\n");
    for (Rule rule : rules) {
      code.append("    .shards(KeyRule.exactly(")
          .append(literal(rule.key()))
          .append(", ")
          .append(rule.shards())
          .append("))\n");
    }
    return code.append(selector(selection)).toString();
  }

  private static String head() {
    return "ShardingSpec.builder(\"...\")\n    .partitionKey(\"...\")\n    .sortKey(\"...\")\n";
  }

  private static String selector(Selection selection) {
    return switch (selection) {
      case CALCULATED -> "    .build();";
      case RANDOM -> drawn("random");
      case ROTATING -> drawn("rotating");
    };
  }

  private static String drawn(String name) {
    return "    .selector(ShardSelector." + name + "())\n    .uniqueSortKeys()\n    .build();";
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
