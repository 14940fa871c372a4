package dev.evenkeel.core.expression;

/** The form of a value placeholder. */
final class Placeholders {
  private Placeholders() {}

  static String requireValue(String placeholder) {
    boolean valid = placeholder.length() > 1 && placeholder.charAt(0) == ':';
    if (!valid || !placeholder.substring(1).chars().allMatch(c -> Lexer.isWordPart((char) c))) {
      throw new IllegalArgumentException(
          "A value placeholder is ':' and then letters, digits or '_', but was '%s'"
              .formatted(placeholder));
    }
    return placeholder;
  }
}
