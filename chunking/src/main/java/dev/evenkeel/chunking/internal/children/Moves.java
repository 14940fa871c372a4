package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Cancellations;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Moves elements of one set, up to 99 at a time: one transaction adds the children and takes the
 * elements off the set, if all of them are still in it. So an element is in one of the two places
 * at any moment, and an element that is removed meanwhile is not restored.
 */
final class Moves {
  /** AWS, "TransactWriteItems": "up to 100 action requests", of which one is the parent's. */
  static final int ELEMENTS_MAX = 99;

  private final ChildCollectionSpec spec;
  private final ParentSet set;
  private final AttributeValue parent;
  private final MoveRequests requests;

  Moves(ChildCollectionSpec spec, ParentSet set, AttributeValue parent) {
    this.spec = spec;
    this.set = set;
    this.parent = spec.parent(parent);
    this.requests = new MoveRequests(spec, set, this.parent);
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
    return TableCall.transactWrite(requests.move(attempt.children(), attempt.present()))
        .map(response -> true)
        .recover(failure -> failed(attempt, failure));
  }

  private Flow<Boolean> failed(Attempt attempt, Throwable failure) {
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
}
