package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.internal.children.ParentSide.Sets;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.core.internal.value.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Moves elements of one set, up to 98 at a time: one transaction adds the children and takes the
 * elements off the set, if all of them are still in it. So an element is in one of the two places
 * at any moment, and an element that is removed meanwhile is not restored.
 */
final class Moves {
  /**
   * AWS, "TransactWriteItems": "up to 100 action requests". One is the parent's, and one is left to
   * a chunking client below, which ends the intent of values that leave their items.
   */
  static final int ELEMENTS_MAX = 98;

  private final ChildCollectionSpec spec;
  private final ParentSet set;
  private final AttributeValue parent;

  Moves(ChildCollectionSpec spec, ParentSet set, AttributeValue parent) {
    this.spec = spec;
    this.set = set;
    this.parent = spec.parent(parent);
  }

  AttributeValue parent() {
    return parent;
  }

  ParentSet set() {
    return set;
  }

  /** Moves as long as all is as it was read, and ends with how many were moved. */
  Flow<Long> move(List<Child> children) {
    return move(children, 0);
  }

  private Flow<Long> move(List<Child> children, int from) {
    if (from == children.size()) {
      return Flow.of((long) from);
    }
    int to = Math.min(children.size(), from + ELEMENTS_MAX);
    return attempt(new Attempt(children.subList(from, to), Set.of(), 0))
        .then(moved -> moved ? move(children, to) : Flow.of((long) from));
  }

  /**
   * One try to move elements.
   *
   * @param present the ranges of those that are children already, as far as that is known
   * @param fruitless how many tries before it brought nothing to light
   */
  private record Attempt(List<Child> children, Set<AttributeValue> present, int fruitless) {
    Attempt next(Set<AttributeValue> nowPresent) {
      boolean learned = nowPresent.size() > present.size();
      return new Attempt(children, nowPresent, learned ? 0 : fruitless + 1);
    }
  }

  /** Ends with whether the elements were moved; if not, some are not in the set any more. */
  private Flow<Boolean> attempt(Attempt attempt) {
    return TableCall.transactWrite(request(attempt))
        .map(response -> true)
        .recover(failure -> failed(attempt, failure));
  }

  private Flow<Boolean> failed(Attempt attempt, Throwable failure) {
    if (isOfElements(failure)) {
      return Flow.failed(
          ChildCollectionException.setNotMovable(
              set, "a move of its elements is refused; the cause says why.", failure));
    }
    if (!(failure instanceof TransactionCanceledException canceled)
        || canceled.cancellationReasons().size() != attempt.children().size() + 1
        || !canceled.cancellationReasons().stream().allMatch(Moves::mayPass)) {
      return Flow.failed(failure);
    }
    List<CancellationReason> reasons = canceled.cancellationReasons();
    if (Cancellations.isCondition(failure, attempt.children().size())) {
      return Flow.of(false);
    }
    Attempt next = attempt.next(present(attempt, reasons));
    if (next.fruitless() == 0) {
      return attempt(next);
    }
    return next.fruitless() > Retries.CALL_MAX
        ? Flow.failed(failure)
        : Flow.ask(Retries.pause(next.fruitless())).then(done -> attempt(next));
  }

  /** Whether others may be taken where these are refused. */
  private static boolean isOfElements(Throwable failure) {
    if (failure instanceof DecoratorException refused) {
      return refused.isOfItem();
    }
    return Cancellations.areOfItems(failure) || ErrorCode.isInvalid(failure);
  }

  private static boolean mayPass(CancellationReason reason) {
    return Cancellations.isCondition(reason) || Cancellations.passes(reason);
  }

  /** A put that failed has met a child; a check that failed has met none. */
  private Set<AttributeValue> present(Attempt attempt, List<CancellationReason> reasons) {
    Set<AttributeValue> present = new HashSet<>(attempt.present());
    for (int i = 0; i < attempt.children().size(); i++) {
      if (Cancellations.isCondition(reasons.get(i))
          && !present.remove(attempt.children().get(i).range())) {
        requireSame(attempt.children().get(i), reasons.get(i).item());
        present.add(attempt.children().get(i).range());
      }
    }
    return present;
  }

  private void requireSame(Child child, Map<String, AttributeValue> there) {
    if (!spec.elementIsRange() && !there.isEmpty() && !spec.childOf(there).equals(child)) {
      throw ChildCollectionException.rangeTaken(
          spec.tableName(), spec.range().name(), spec.element().name());
    }
  }

  /**
   * An action for each child, and one for the parent, which is the last. A child that is there
   * already is not put again, for others may keep more in it.
   */
  private TransactWriteItemsRequest request(Attempt attempt) {
    List<TransactWriteItem> actions = new ArrayList<>();
    for (Child child : attempt.children()) {
      actions.add(attempt.present().contains(child.range()) ? check(child) : put(child));
    }
    actions.add(takeOff(attempt.children()));
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  private TransactWriteItem put(Child child) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(spec.tableName())
                    .item(spec.item(parent, child))
                    .conditionExpression("attribute_not_exists(#parent)")
                    .expressionAttributeNames(Map.of("#parent", spec.parentKey().name()))
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  private TransactWriteItem check(Child child) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(spec.tableName())
                    .key(spec.key(parent, child.range()))
                    .conditionExpression(
                        "attribute_exists(#parent)"
                            + (spec.rangeTellsElement() ? "" : " AND #element = :element"))
                    .expressionAttributeNames(names())
                    .expressionAttributeValues(
                        spec.rangeTellsElement() ? null : Map.of(":element", child.element())))
        .build();
  }

  private Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    names.put("#parent", spec.parentKey().name());
    if (!spec.rangeTellsElement()) {
      names.put("#element", spec.element().name());
    }
    return names;
  }

  /** If all of them are in it: one that is not was removed, and must not come back. */
  private TransactWriteItem takeOff(List<Child> children) {
    List<AttributeValue> elements = children.stream().map(Child::element).toList();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":all", Sets.of(spec.element().type(), elements));
    IntStream.range(0, elements.size()).forEach(i -> values.put(":" + i, elements.get(i)));
    String areInIt =
        IntStream.range(0, elements.size())
            .mapToObj(i -> "contains(#set, :" + i + ")")
            .collect(Collectors.joining(" AND "));
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(set.tableName())
                    .key(set.keyOf(parent))
                    .updateExpression("DELETE #set :all")
                    .conditionExpression(areInIt)
                    .expressionAttributeNames(Map.of("#set", set.attribute()))
                    .expressionAttributeValues(values))
        .build();
  }
}
