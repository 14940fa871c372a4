package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.DocumentPath.PathConflicts;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Expression.PathUse.Usage;
import dev.evenkeel.core.internal.expression.Operand.SetValue;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An update expression. Its sections may stand in any order in the text; here, and when rendered,
 * they are in the order SET, REMOVE, ADD, DELETE, which means the same: every action sees the item
 * as it was before the update. No two actions have targets that contain one another.
 */
public record Update(
    List<SetAction> sets,
    List<DocumentPath> removes,
    List<ValueAction> adds,
    List<ValueAction> deletes)
    implements Expression {

  public Update {
    sets = List.copyOf(sets);
    removes = List.copyOf(removes);
    adds = List.copyOf(adds);
    deletes = List.copyOf(deletes);
    List<DocumentPath> targets =
        Stream.of(
                sets.stream().map(SetAction::path),
                removes.stream(),
                adds.stream().map(ValueAction::path),
                deletes.stream().map(ValueAction::path))
            .flatMap(paths -> paths)
            .toList();
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("An update has one action at least");
    }
    PathConflicts.requireNone(targets);
  }

  /** {@code path = value} in a SET section. */
  public record SetAction(DocumentPath path, SetValue value) {
    String render() {
      return path.render() + " = " + value.render();
    }
  }

  /** {@code path :v} in an ADD or DELETE section. */
  public record ValueAction(DocumentPath path, String valuePlaceholder) {
    public ValueAction {
      ValueOperand.requireForm(valuePlaceholder);
    }

    String render() {
      return path.render() + " " + valuePlaceholder;
    }
  }

  /**
   * The top-level attributes that may hold another value afterwards: the targets of SET, ADD and
   * DELETE, and those that lose a part by REMOVE.
   */
  public Set<String> attributesWritten() {
    return attributesWhere(u -> u.usage().writes() && !removesWhole(u));
  }

  /** The top-level attributes that REMOVE takes away whole. */
  public Set<String> attributesRemoved() {
    return attributesWhere(Update::removesWhole);
  }

  private static boolean removesWhole(PathUse use) {
    return use.usage() == Usage.REMOVE && use.path().isTopLevel();
  }

  private Set<String> attributesWhere(Predicate<PathUse> test) {
    Set<String> attributes = new LinkedHashSet<>();
    pathUses().stream().filter(test).forEach(u -> attributes.add(u.path().attribute()));
    return Collections.unmodifiableSet(attributes);
  }

  @Override
  public String render() {
    List<String> sections = new ArrayList<>();
    section("SET", sets.stream().map(SetAction::render), sections);
    section("REMOVE", removes.stream().map(DocumentPath::render), sections);
    section("ADD", adds.stream().map(ValueAction::render), sections);
    section("DELETE", deletes.stream().map(ValueAction::render), sections);
    return Lexer.fit(String.join(" ", sections));
  }

  private static void section(String keyword, Stream<String> actions, List<String> sections) {
    String list = actions.collect(Collectors.joining(", "));
    if (!list.isEmpty()) {
      sections.add(keyword + " " + list);
    }
  }

  @Override
  public List<SetValue> parts() {
    return sets.stream().map(SetAction::value).toList();
  }

  @Override
  public List<PathUse> pathUses() {
    List<PathUse> uses = new ArrayList<>();
    for (SetAction set : sets) {
      uses.add(new PathUse(set.path(), Usage.SET));
      uses.addAll(set.value().pathUses());
    }
    removes.forEach(path -> uses.add(new PathUse(path, Usage.REMOVE)));
    adds.forEach(add -> uses.add(new PathUse(add.path(), Usage.ADD)));
    deletes.forEach(delete -> uses.add(new PathUse(delete.path(), Usage.DELETE)));
    return Collections.unmodifiableList(uses);
  }

  @Override
  public Set<String> valuePlaceholders() {
    Set<String> placeholders = new LinkedHashSet<>(Expression.super.valuePlaceholders());
    adds.forEach(add -> placeholders.add(add.valuePlaceholder()));
    deletes.forEach(delete -> placeholders.add(delete.valuePlaceholder()));
    return Collections.unmodifiableSet(placeholders);
  }
}
