package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.And;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Condition.Not;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Expression.PathUse.Usage;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditions and filters on managed attributes. Whether there is a value may be asked, since a
 * value is there if its attribute or its marker is; anything else would look at a stored form.
 */
public final class ConditionRewrite {
  private final ChunkedTable table;
  private final PlaceholderAllocator fresh;

  private ConditionRewrite(ChunkedTable table, PlaceholderAllocator fresh) {
    this.table = table;
    this.fresh = fresh;
  }

  /**
   * The condition to send: the very same if it names nothing managed.
   *
   * @param fresh gives the names of markers
   * @throws dev.evenkeel.core.RefusedOperationException if it cannot be asked
   */
  public static Condition of(
      Call call, ChunkedTable table, Condition condition, PlaceholderAllocator fresh) {
    if (!namesAny(table, condition)) {
      return condition;
    }
    condition.pathUses().forEach(use -> check(call, table, use));
    return new ConditionRewrite(table, fresh).rewritten(condition);
  }

  /**
   * Refuses any use at all of a managed or reserved attribute, in an expression that cannot be
   * rewritten.
   */
  public static void refuseIn(Call call, ChunkedTable table, Expression expression) {
    for (PathUse use : expression.pathUses()) {
      String attribute = use.path().attribute();
      if (table.manages(attribute) || table.reserved().contains(attribute)) {
        refuse(call, table, attribute);
      }
    }
  }

  static boolean namesAny(ChunkedTable table, Expression expression) {
    return expression.attributes().stream()
        .anyMatch(name -> table.manages(name) || table.reserved().contains(name));
  }

  private static void check(Call call, ChunkedTable table, PathUse use) {
    String attribute = use.path().attribute();
    boolean testsExistence = use.usage() == Usage.EXISTENCE && use.path().isTopLevel();
    if (table.reserved().contains(attribute) || (table.manages(attribute) && !testsExistence)) {
      refuse(call, table, attribute);
    }
  }

  private static void refuse(Call call, ChunkedTable table, String attribute) {
    if (table.reserved().contains(attribute)) {
      throw call.refuse(
          "an expression names '%s', which is kept for how large values are stored"
              .formatted(attribute),
          "Leave it out, and ask of the attribute itself whether it exists");
    }
    throw call.refuse(
        "an expression looks at the value of attribute '%s', which may be compressed or outside its item"
            .formatted(attribute),
        "Ask only attribute_exists or attribute_not_exists of the whole attribute, and keep what is"
            + " compared in an attribute of its own");
  }

  private Condition rewritten(Condition condition) {
    if (condition instanceof And and) {
      return new And(rewritten(and.conditions()));
    }
    if (condition instanceof Or or) {
      return new Or(rewritten(or.conditions()));
    }
    if (condition instanceof Not not) {
      return new Not(rewritten(not.condition()));
    }
    return condition instanceof FunctionCall function && testsManaged(function)
        ? existence(function)
        : condition;
  }

  private List<Condition> rewritten(List<Condition> conditions) {
    List<Condition> rewritten = new ArrayList<>();
    for (Condition condition : conditions) {
      rewritten.add(rewritten(condition));
    }
    return rewritten;
  }

  private boolean testsManaged(FunctionCall function) {
    return function.function().testsExistence() && table.manages(attribute(function));
  }

  private static String attribute(FunctionCall function) {
    return ((PathOperand) function.arguments().get(0)).path().attribute();
  }

  private Condition existence(FunctionCall function) {
    String attribute = attribute(function);
    List<Condition> all = new ArrayList<>(List.of(function));
    all.add(existence(function.function(), table.markerOf(attribute)));
    if (attribute.equals(table.spec().seedAttribute())) {
      all.add(existence(function.function(), SeedLayout.COUNT));
    }
    return function.function() == ConditionFunction.ATTRIBUTE_EXISTS ? new Or(all) : new And(all);
  }

  private Condition existence(ConditionFunction function, String attribute) {
    return new FunctionCall(
        function, List.of(new PathOperand(DocumentPath.of(fresh.name(attribute)))));
  }
}
