package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionJudge.Case;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes expressions by the grammar, with every form of blanks, case and parentheses it allows. */
final class ExpressionGenerator {
  private static final List<String> FIELDS =
      List.of("a", "b", "c1", "d_e", "num", "txt", "lst", "mp", "tags", "size", "contains");
  private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");

  private static final Map<String, String> NAMES =
      Map.of(
          "#pk", "pk", "#sk", "sk", "#n", "n", "#year", "year", "#dotted", "x.y[0]", "#dash", "a-b",
          "#1", "a");
  private static final Map<String, AttributeValue> VALUES =
      Map.of(
          ":s", AttributeValue.fromS("S"),
          ":t", AttributeValue.fromS("S"),
          ":n", AttributeValue.fromN("1"),
          ":l", AttributeValue.fromL(List.of(AttributeValue.fromS("S"))),
          ":set", AttributeValue.fromSs(List.of("S", "T")),
          ":flag", AttributeValue.fromBool(true));

  private final Random random;

  ExpressionGenerator(Random random) {
    this.random = random;
  }

  /**
   * The tokens as a text, in a request that defines what they use, as far as it is known, and at
   * times something that they do not use.
   */
  Case given(Kind kind, List<String> tokens) {
    Map<String, String> names = new LinkedHashMap<>(NAMES);
    Map<String, AttributeValue> values = new LinkedHashMap<>(VALUES);
    names.keySet().removeIf(n -> !tokens.contains(n) && random.nextInt(400) > 0);
    values.keySet().removeIf(v -> !tokens.contains(v) && random.nextInt(400) > 0);
    boolean valueless = kind == Kind.PROJECTION;
    return new Case(kind, text(tokens), names, valueless ? Map.of() : values);
  }

  List<String> expression(Kind kind) {
    return switch (kind) {
      case KEY_CONDITION -> keyCondition();
      case CONDITION, FILTER -> condition(3);
      case PROJECTION -> projection();
      case UPDATE -> update();
    };
  }

  private List<String> keyCondition() {
    List<String> partition = parenthesised(keyEquality());
    if (chance(25)) {
      return partition;
    }
    List<String> sort = parenthesised(sortPredicate());
    List<String> both =
        chance(70) ? join(partition, keyword("AND"), sort) : join(sort, keyword("AND"), partition);
    return parenthesised(both);
  }

  private List<String> keyEquality() {
    String attribute = oneOf(List.of("pk", "#pk"));
    return chance(80) ? List.of(attribute, "=", ":s") : List.of(":s", "=", attribute);
  }

  private List<String> sortPredicate() {
    String attribute = oneOf(List.of("sk", "#sk"));
    String comparison = oneOf(List.of("=", "<", "<=", ">", ">="));
    return switch (random.nextInt(4)) {
      case 0 -> List.of(attribute, comparison, ":s");
      case 1 -> List.of(":s", comparison, attribute);
      case 2 -> List.of(attribute, keyword("BETWEEN"), ":s", keyword("AND"), ":t");
      default -> List.of("begins_with", "(", attribute, ",", ":s", ")");
    };
  }

  private List<String> condition(int depth) {
    int choice = depth == 0 ? 9 : random.nextInt(10);
    if (choice < 2) {
      return join(nested(depth), keyword("AND"), nested(depth));
    }
    if (choice < 4) {
      return join(nested(depth), keyword("OR"), nested(depth));
    }
    if (choice < 5) {
      return join(List.of(keyword("NOT")), nested(depth));
    }
    return predicate();
  }

  private List<String> nested(int depth) {
    return parenthesised(condition(depth - 1));
  }

  private List<String> predicate() {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> join(operand(), oneOf(COMPARISONS), operand());
      case 3 -> between();
      case 4 -> in();
      case 5 -> call(oneOf(List.of("attribute_exists", "attribute_not_exists")), path());
      case 6 -> call("attribute_type", operand(), List.of(":t"));
      case 7 -> call("begins_with", path(), chance(80) ? List.of(":s") : path());
      default -> call("contains", operand(), operand());
    };
  }

  private List<String> between() {
    String value = oneOf(List.of(":s", ":n"));
    List<String> lower = chance(80) ? List.of(value) : operand();
    List<String> upper = chance(80) ? List.of(value) : operand();
    return join(join(operand(), keyword("BETWEEN"), lower), keyword("AND"), upper);
  }

  private List<String> in() {
    List<List<String>> candidates = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      candidates.add(operand());
    }
    return join(operand(), keyword("IN"), callWith("", candidates));
  }

  private List<String> operand() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> path();
      case 3, 4 -> List.of(oneOf(List.of(":s", ":n", ":t")));
      case 5 -> call("size", chance(80) ? path() : List.of(":s"));
      case 6 -> List.of(oneOf(List.of(":l", ":set", ":flag")));
      default -> join(List.of("("), path(), List.of(")"));
    };
  }

  private List<String> projection() {
    return separated(1 + random.nextInt(4), this::path);
  }

  private List<String> update() {
    List<String> sections = new ArrayList<>(List.of("SET", "REMOVE", "ADD", "DELETE"));
    List<String> tokens = new ArrayList<>();
    do {
      String section = sections.remove(random.nextInt(sections.size()));
      tokens.add(keyword(section));
      tokens.addAll(separated(1 + random.nextInt(3), () -> action(section)));
    } while (!sections.isEmpty() && chance(40));
    return tokens;
  }

  private List<String> action(String section) {
    return switch (section) {
      case "SET" -> join(path(), "=", setValue());
      case "REMOVE" -> path();
      case "ADD" -> join(path(), List.of(oneOf(List.of(":n", ":set"))));
      default -> join(path(), List.of(":set"));
    };
  }

  private List<String> setValue() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> join(setOperand(), oneOf(List.of("+", "-")), setOperand());
      case 2 -> call("list_append", listOperand(), listOperand());
      case 3 -> parenthesised(setOperand());
      default -> setOperand();
    };
  }

  private List<String> setOperand() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> path();
      case 2 -> call("if_not_exists", path(), setOperand());
      case 3 -> parenthesised(List.of(":n"));
      default -> List.of(":n");
    };
  }

  private List<String> listOperand() {
    return chance(50) ? List.of(":l") : path();
  }

  private List<String> path() {
    List<String> tokens = new ArrayList<>(List.of(attribute()));
    while (chance(20)) {
      if (chance(60)) {
        tokens.addAll(List.of(".", attribute()));
      } else {
        tokens.addAll(List.of("[", Integer.toString(random.nextInt(12)), "]"));
      }
    }
    return tokens;
  }

  private String attribute() {
    return chance(25) ? oneOf(List.of("#n", "#year", "#dotted", "#dash", "#1")) : oneOf(FIELDS);
  }

  private List<String> parenthesised(List<String> tokens) {
    boolean already = tokens.get(0).equals("(");
    return already || chance(65) ? tokens : join(List.of("("), tokens, List.of(")"));
  }

  private static List<String> call(String function, List<String> argument) {
    return callWith(function, List.of(argument));
  }

  private static List<String> call(String function, List<String> first, List<String> second) {
    return callWith(function, List.of(first, second));
  }

  private static List<String> callWith(String function, List<List<String>> arguments) {
    List<String> tokens = new ArrayList<>();
    if (!function.isEmpty()) {
      tokens.add(function);
    }
    tokens.add("(");
    for (int i = 0; i < arguments.size(); i++) {
      if (i > 0) {
        tokens.add(",");
      }
      tokens.addAll(arguments.get(i));
    }
    tokens.add(")");
    return tokens;
  }

  private static List<String> separated(int count, Supplier<List<String>> part) {
    List<String> tokens = new ArrayList<>(part.get());
    for (int i = 1; i < count; i++) {
      tokens.add(",");
      tokens.addAll(part.get());
    }
    return tokens;
  }

  private static List<String> join(List<String> left, String operator, List<String> right) {
    return join(left, List.of(operator), right);
  }

  private static List<String> join(List<String> left, List<String> right) {
    return join(left, right, List.of());
  }

  private static List<String> join(List<String> first, List<String> second, List<String> third) {
    List<String> tokens = new ArrayList<>(first);
    tokens.addAll(second);
    tokens.addAll(third);
    return tokens;
  }

  private String keyword(String keyword) {
    return switch (random.nextInt(4)) {
      case 0 -> keyword.toLowerCase(Locale.ROOT);
      case 1 -> keyword.charAt(0) + keyword.substring(1).toLowerCase(Locale.ROOT);
      default -> keyword;
    };
  }

  /** Puts the tokens into one text, with the blanks they need and some they do not. */
  private String text(List<String> tokens) {
    StringBuilder text = new StringBuilder(blank(false));
    for (int i = 0; i < tokens.size(); i++) {
      boolean glued = i + 1 < tokens.size() && isWord(tokens.get(i)) && isWord(tokens.get(i + 1));
      text.append(tokens.get(i)).append(blank(glued));
    }
    return text.toString();
  }

  private String blank(boolean needed) {
    return switch (random.nextInt(8)) {
      case 0 -> "\n";
      case 1 -> "\t ";
      case 2, 3, 4 -> needed ? " " : "";
      default -> " ";
    };
  }

  private static boolean isWord(String token) {
    return Lexer.isWordPart(token.charAt(token.length() - 1));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
