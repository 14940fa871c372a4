package dev.evenkeel.core.internal.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Breaks expressions, token by token; now and then the result is still a valid one. */
final class ExpressionMutator {
  private static final List<String> VOCABULARY =
      List.of(
          "(",
          ")",
          "[",
          "]",
          ".",
          ",",
          "=",
          "<>",
          "<",
          ">=",
          "+",
          "-",
          "*",
          "!",
          "'",
          ";",
          "0",
          "007",
          "2147483648",
          "AND",
          "or",
          "NOT",
          "BETWEEN",
          "IN",
          "SET",
          "REMOVE",
          "ADD",
          "DELETE",
          "a",
          "b",
          "mp",
          "pk",
          "sk",
          "_x",
          "1x",
          "a-b",
          "#pk",
          "#n",
          "#year",
          "#dotted",
          "#undefined",
          ":undefined",
          "#",
          ":",
          ":s",
          ":n",
          ":l",
          ":set",
          ":flag",
          "year",
          "Name",
          "STATUS",
          "size",
          "Size",
          "attribute_exists",
          "ATTRIBUTE_EXISTS",
          "begins_with",
          "contains",
          "if_not_exists",
          "list_append",
          "no_such_function",
          "attribute_type");

  private final Random random;

  ExpressionMutator(Random random) {
    this.random = random;
  }

  List<String> mutate(List<String> tokens) {
    List<String> mutated = new ArrayList<>(tokens);
    for (int i = 0; i <= random.nextInt(2); i++) {
      mutateOnce(mutated);
    }
    return mutated;
  }

  private void mutateOnce(List<String> tokens) {
    if (tokens.isEmpty()) {
      return;
    }
    int at = random.nextInt(tokens.size());
    switch (random.nextInt(9)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.add(at, tokens.get(at));
      case 2 -> swap(tokens, at, random.nextInt(tokens.size()));
      case 3 -> tokens.set(at, word());
      case 4 -> tokens.add(at, word());
      case 5 -> wrap(tokens, at);
      case 6 -> tokens.set(at, otherCase(tokens.get(at)));
      case 7 -> tokens.subList(at, tokens.size()).clear();
      default -> repeat(tokens, at);
    }
  }

  private String word() {
    return VOCABULARY.get(random.nextInt(VOCABULARY.size()));
  }

  private static void swap(List<String> tokens, int first, int second) {
    String kept = tokens.get(first);
    tokens.set(first, tokens.get(second));
    tokens.set(second, kept);
  }

  /** Puts parentheses around some tokens; often around what already has them. */
  private void wrap(List<String> tokens, int from) {
    boolean group = tokens.get(from).equals("(") && random.nextBoolean();
    int to = group ? closing(tokens, from) : from + 1 + random.nextInt(tokens.size() - from);
    tokens.add(to, ")");
    tokens.add(from, "(");
  }

  private static int closing(List<String> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += tokens.get(i).equals("(") ? 1 : tokens.get(i).equals(")") ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return tokens.size();
  }

  private String otherCase(String token) {
    return random.nextBoolean()
        ? token.toUpperCase(Locale.ROOT)
        : token.substring(0, 1).toUpperCase(Locale.ROOT) + token.substring(1);
  }

  /** Says a part again, behind a connective or a comma. */
  private void repeat(List<String> tokens, int from) {
    List<String> part = new ArrayList<>(tokens.subList(from, tokens.size()));
    tokens.add(List.of(",", "AND", "OR", "SET").get(random.nextInt(4)));
    tokens.addAll(part);
  }
}
