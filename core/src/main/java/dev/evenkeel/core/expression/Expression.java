package dev.evenkeel.core.expression;

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
 * a value; expressions put together by hand obey what their constructors check, and DynamoDB has
 * the last word.
 */
public sealed interface Expression permits Condition, KeyCondition, Operand, Projection, Update {

  /**
   * The text to send: accepted by DynamoDB, with the meaning of what was parsed. It is spaced for
   * reading as long as that fits DynamoDB's 4 KB.
   */
  String render();

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

  /** The same expression with other tokens. */
  Expression rewrite(TokenRewriter rewriter);

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

  /**
   * The top-level attributes whose stored value (or a part of it) matters to the outcome. An
   * attribute that is only tested by {@code attribute_exists} or {@code attribute_not_exists} is
   * not among them, nor is one that an update only sets or removes.
   */
  default Set<String> attributesRead() {
    Set<String> attributes = new LinkedHashSet<>();
    for (PathUse use : pathUses()) {
      if (use.usage().readsValue()) {
        attributes.add(use.path().attribute());
      }
    }
    return Collections.unmodifiableSet(attributes);
  }
}
