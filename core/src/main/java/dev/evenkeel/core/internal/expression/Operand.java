package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.PathUse;
import java.util.List;
import java.util.Set;

/** Something that has a value when DynamoDB evaluates the expression. */
public sealed interface Operand extends Expression {

  /** An operand of a condition. */
  sealed interface ConditionOperand extends Operand {}

  /** The right side of a SET action. */
  sealed interface SetValue extends Operand {}

  /**
   * An operand of the right side of a SET action: DynamoDB nests nothing but {@code if_not_exists}.
   */
  sealed interface SetOperand extends SetValue {}

  /** An operand of both conditions and SET actions. */
  sealed interface SimpleOperand extends ConditionOperand, SetOperand {

    @Override
    default List<Operand> parts() {
      return List.of();
    }
  }

  /** The value that an item holds at a path. */
  record PathOperand(DocumentPath path) implements SimpleOperand {

    @Override
    public String render() {
      return path.render();
    }

    @Override
    public List<PathUse> pathUses() {
      return List.of(new PathUse(path, PathUse.Usage.VALUE));
    }
  }

  /**
   * A value that the request supplies.
   *
   * @param placeholder as written, with its colon
   */
  record ValueOperand(String placeholder) implements SimpleOperand {

    public ValueOperand {
      requireForm(placeholder);
    }

    static void requireForm(String placeholder) {
      boolean valid = placeholder.length() > 1 && placeholder.charAt(0) == ':';
      if (!valid || !placeholder.substring(1).chars().allMatch(c -> Lexer.isWordPart((char) c))) {
        throw new IllegalArgumentException(
            "A value placeholder is ':' and then letters, digits or '_', but was '%s'"
                .formatted(placeholder));
      }
    }

    @Override
    public String render() {
      return placeholder;
    }

    @Override
    public List<Operand> parts() {
      return List.of();
    }

    @Override
    public Set<String> valuePlaceholders() {
      return Set.of(placeholder);
    }
  }

  /**
   * {@code size(argument)}: a length, a count or a number of bytes, by the argument's type.
   *
   * @param argument a path or a value; sizes do not nest
   */
  record SizeOperand(ConditionOperand argument) implements ConditionOperand {
    static final String FUNCTION = "size";

    public SizeOperand {
      if (argument instanceof SizeOperand) {
        throw new IllegalArgumentException("size() takes a path or a value, not another size()");
      }
    }

    @Override
    public String render() {
      return FUNCTION + "(" + argument.render() + ")";
    }

    @Override
    public List<ConditionOperand> parts() {
      return List.of(argument);
    }
  }

  /**
   * {@code if_not_exists(path, fallback)}: what the item holds at the path, or else the fallback.
   * Reads the path's value.
   */
  record IfNotExists(DocumentPath path, SetOperand fallback) implements SetOperand {
    static final String FUNCTION = "if_not_exists";

    @Override
    public String render() {
      return FUNCTION + "(" + path.render() + ", " + fallback.render() + ")";
    }

    @Override
    public List<SetOperand> parts() {
      return List.of(new PathOperand(path), fallback);
    }
  }

  /** {@code list_append(first, second)}: one list and then the other. */
  record ListAppend(SetOperand first, SetOperand second) implements SetValue {
    static final String FUNCTION = "list_append";

    @Override
    public String render() {
      return FUNCTION + "(" + first.render() + ", " + second.render() + ")";
    }

    @Override
    public List<SetOperand> parts() {
      return List.of(first, second);
    }
  }

  /** The sum or the difference of two numbers; DynamoDB takes one operator in a SET action. */
  record Arithmetic(SetOperand left, Operator operator, SetOperand right) implements SetValue {

    /** The two computations a SET action knows. */
    public enum Operator {
      PLUS("+"),
      MINUS("-");

      private final String symbol;

      Operator(String symbol) {
        this.symbol = symbol;
      }

      public String symbol() {
        return symbol;
      }
    }

    @Override
    public String render() {
      return left.render() + " " + operator.symbol() + " " + right.render();
    }

    @Override
    public List<SetOperand> parts() {
      return List.of(left, right);
    }
  }
}
