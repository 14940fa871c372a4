package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.value.Utf8;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An expression or a part of one, as an immutable value.
 *
 * <p>It keeps each name and value as the caller wrote it ({@code #p} stays {@code #p}), together
 * with what the name stands for. Two expressions are equal if they have the same structure and are
 * written with the same tokens; blanks, parentheses that change nothing and the case of keywords do
 * not count. All sets are in the order of the text.
 *
 * <p>Parsed expressions obey the rules of DynamoDB that can be decided without a table, an item or
 * a value; expressions put together by hand obey what their constructors check, and DynamoDB
 * decides the rest.
 */
public sealed interface Expression permits Condition, KeyCondition, Operand, Projection, Update {

  /**
   * The text to send: accepted by DynamoDB, with the meaning of what was parsed. It is spaced for
   * reading as long as that fits DynamoDB's 4 KB.
   */
  String render();

  /** A text that was put together by hand, without the blanks that it can spare beyond 4 KB. */
  static String compact(String text) {
    return Lexer.fit(text);
  }

  /** The smaller expressions it is directly made of, in the order of the text; often none. */
  List<? extends Expression> parts();

  /** Every path, once for each occurrence, with what is done with it. */
  default List<PathUse> pathUses() {
    List<PathUse> uses = new ArrayList<>();
    for (Expression part : parts()) {
      uses.addAll(part.pathUses());
    }
    return Collections.unmodifiableList(uses);
  }

  /** The {@code :} placeholders that occur. */
  default Set<String> valuePlaceholders() {
    Set<String> placeholders = new LinkedHashSet<>();
    for (Expression part : parts()) {
      placeholders.addAll(part.valuePlaceholders());
    }
    return Collections.unmodifiableSet(placeholders);
  }

  /** The {@code #} placeholders that occur, at any depth of a path. */
  default Set<String> namePlaceholders() {
    Set<String> placeholders = new LinkedHashSet<>();
    pathUses().forEach(use -> use.path().namePlaceholders().forEach(placeholders::add));
    return Collections.unmodifiableSet(placeholders);
  }

  /** The resolved names of all top-level attributes that occur. */
  default Set<String> attributes() {
    Set<String> attributes = new LinkedHashSet<>();
    pathUses().forEach(use -> attributes.add(use.path().attribute()));
    return Collections.unmodifiableSet(attributes);
  }

  /** The five expressions of the DynamoDB API, each with the request parameter that carries it. */
  enum Kind {
    KEY_CONDITION("KeyConditionExpression"),
    CONDITION("ConditionExpression"),
    FILTER("FilterExpression"),
    PROJECTION("ProjectionExpression"),
    UPDATE("UpdateExpression");

    private final String parameter;

    Kind(String parameter) {
      this.parameter = parameter;
    }

    /** The request parameter's name, as in {@code KeyConditionExpression}. */
    public String parameter() {
      return parameter;
    }
  }

  /**
   * The limits of an expression's size. Size and {@code IN} operands are from the AWS page "Quotas
   * in Amazon DynamoDB" (expression parameters), as are the operators; all were checked on both
   * sides of the limit against DynamoDB Local.
   */
  final class Limits {
    /**
     * The longest expression text, in bytes of UTF-8, with all placeholders in it. What these stand
     * for does not count.
     */
    public static final int EXPRESSION_SIZE_BYTES = 4096;

    /**
     * The most operators and functions in one expression. {@code AND}, {@code OR}, {@code NOT},
     * comparisons, {@code BETWEEN}, {@code IN}, {@code +}, {@code -} and function calls count; the
     * {@code =} of a SET action does not.
     */
    public static final int OPERATORS = 300;

    /** The most operands inside the parentheses of {@code IN}. */
    public static final int IN_OPERANDS = 100;

    /** The most elements of a document path, the attribute included. */
    public static final int PATH_ELEMENTS = 32;

    private Limits() {}

    /** By how many bytes a text is longer than an expression may be; 0 if it fits. */
    public static int excess(String text) {
      return Math.max(0, Utf8.length(text) - EXPRESSION_SIZE_BYTES);
    }
  }

  /** A document path in an expression and what the expression does with it. */
  record PathUse(DocumentPath path, Usage usage) {

    /** The uses of a path. */
    public enum Usage {
      /** {@code attribute_exists} or {@code attribute_not_exists}: only whether it is there. */
      EXISTENCE(false, false),
      /** Compared, measured, copied, returned, or matched as a key: the outcome depends on it. */
      VALUE(true, false),
      /** The target of a SET action. */
      SET(false, true),
      /** The target of a REMOVE action. */
      REMOVE(false, true),
      /** The target of an ADD action, whose outcome depends on what was there. */
      ADD(true, true),
      /** The target of a DELETE action, whose outcome depends on what was there. */
      DELETE(true, true);

      private final boolean readsValue;
      private final boolean writes;

      Usage(boolean readsValue, boolean writes) {
        this.readsValue = readsValue;
        this.writes = writes;
      }

      /** Whether the stored value (not only its existence) matters. */
      public boolean readsValue() {
        return readsValue;
      }

      /** Whether the stored value is changed. */
      public boolean writes() {
        return writes;
      }
    }
  }
}
