package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The elements of parents, each an item of its own, instead of one large set in each parent. There
 * may be any number of them, they may be read in part, and the cost of one does not depend on how
 * many there are.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#children -->
 *
 * <pre>{@code
 * ChildCollection tags = ChildCollection.of(client, spec);
 * AttributeValue thread = AttributeValue.fromS("thread 1");
 * tags.add(thread, AttributeValue.fromS("scan"));
 * ChildPage first = tags.page(thread, ChildQuery.ALL.limit(20));
 * }</pre>
 *
 * <p>Methods name a parent by its parent key ({@link
 * dev.evenkeel.chunking.spec.children.ParentSet#parentOf} makes it of a key with two parts), and
 * its children by their range values: where the element is the sort key, by the elements. Numbers
 * are compared by value. That the parent exists is not asked.
 *
 * <ul>
 *   <li><b>Refused before anything is sent:</b> a value of another type than the spec says, an
 *       empty or too long key (2,048 bytes of a parent, 1,024 of a range), and a child that is
 *       named twice in one call ({@code 1} and {@code 1.0} are one number). Exceptions are {@link
 *       dev.evenkeel.core.DecoratorException}s.
 *   <li><b>One by one.</b> Calls for several children are no transaction: if one fails, others may
 *       have happened. All of them may be repeated.
 *   <li><b>"Was it new?"</b> is answered by DynamoDB in the write itself, so that of several
 *       callers that add one child only one hears yes. If the answer of a request is lost and the
 *       SDK repeats it, the repetition meets its own child and hears no.
 * </ul>
 *
 * <p>Over a sharding client whose selector is calculated, a parent with very many children or
 * writes is spread over shards; over a chunking client an element that is not the sort key may have
 * any size. Safe for use by several threads; the client is used, and never closed.
 */
public final class ChildCollection {
  private final ChildCollectionSpec spec;
  private final ChildFlows flows;
  private final SyncRunner runner;
  private final Sender<Object> sender;

  private ChildCollection(
      ChildCollectionSpec spec, ChildFlows flows, SyncRunner runner, Sender<Object> sender) {
    this.spec = spec;
    this.flows = flows;
    this.runner = runner;
    this.sender = sender;
  }

  /** The children alone. Nothing is sent yet. */
  public static ChildCollection of(DynamoDbClient client, ChildCollectionSpec spec) {
    return of(client, spec, ClientThreads.shared());
  }

  /** The same; what a call sends side by side is sent on these threads. */
  public static ChildCollection of(
      DynamoDbClient client, ChildCollectionSpec spec, ClientThreads threads) {
    return new ChildCollection(
        spec,
        ChildFlows.of(spec),
        SyncRunner.create(threads),
        Sender.sync(Objects.requireNonNull(client), Sender.nothingElse()));
  }

  /**
   * The same collection while elements are still in the sets of the parents: what is read is the
   * union of both, each element once; what is removed is removed from both; what is in the set
   * already is not new. Reads are consistent, whatever they ask for, and never miss an element that
   * is being moved.
   *
   * <p>Each call, and each page, costs a consistent read of the parent more (a unit per 4 KB of
   * it), and a removal from the set a write of the parent (a unit per KB). An element of the set
   * that no key can hold fails a call, as it fails {@link #migrate}.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if the spec names no set, or the range does
   *     not follow from the element
   */
  public ChildCollection withParentSet() {
    return new ChildCollection(spec, ChildFlows.withParentSet(spec), runner, sender);
  }

  /**
   * Adds an element, if it is not there: a write of the child (a unit per KB), whether or not.
   *
   * @return whether it is new
   * @throws dev.evenkeel.core.RefusedOperationException if its range does not follow from it
   * @throws dev.evenkeel.chunking.spec.children.ChildCollectionException with reason {@code
   *     RANGE_TAKEN} if another element has the range that follows from it
   */
  public boolean add(AttributeValue parent, AttributeValue element) {
    return !addAll(parent, List.of(element)).isEmpty();
  }

  /**
   * Adds those elements that are not there, some at a time; costs as {@link #add} for each.
   *
   * @return the new ones, in the order in which they were given
   * @throws dev.evenkeel.core.RefusedOperationException as {@link #add} does, or if one is named
   *     twice
   */
  public List<AttributeValue> addAll(AttributeValue parent, Collection<AttributeValue> elements) {
    return run(flows.writes().add(parent, flows.writes().children(elements))).stream()
        .map(Child::element)
        .toList();
  }

  /**
   * Adds a child with a range of its own, if it is not there. A child is never replaced.
   *
   * @return whether it is new; not if one with this range and element was there
   * @throws dev.evenkeel.chunking.spec.children.ChildCollectionException with reason {@code
   *     RANGE_TAKEN} if one with this range and another element was there
   */
  public boolean addChild(AttributeValue parent, Child child) {
    return !addChildren(parent, List.of(child)).isEmpty();
  }

  /** Adds those children that are not there, some at a time, as {@link #addChild} for each. */
  public List<Child> addChildren(AttributeValue parent, Collection<Child> children) {
    return run(flows.writes().add(parent, children));
  }

  /**
   * Removes a child: a write of it (a unit per KB, one if there is none).
   *
   * @return whether it was there
   */
  public boolean remove(AttributeValue parent, AttributeValue range) {
    return !removeAll(parent, List.of(range)).isEmpty();
  }

  /** Removes children, some at a time, and returns the ranges of those that were there. */
  public List<AttributeValue> removeAll(AttributeValue parent, Collection<AttributeValue> ranges) {
    return run(flows.writes().remove(parent, ranges));
  }

  /** Whether there is such a child: a consistent read of it (a unit per 4 KB). */
  public boolean contains(AttributeValue parent, AttributeValue range) {
    return !containing(parent, List.of(range)).isEmpty();
  }

  /**
   * The given ranges that have a child, in the given order, each once: a consistent read of each
   * range, 100 to a request.
   */
  public List<AttributeValue> containing(AttributeValue parent, Collection<AttributeValue> ranges) {
    return run(flows.reads().containing(parent, ranges));
  }

  /**
   * The exact number of children if there are no concurrent writes. It costs what reading all of
   * them does: a unit per 4 KB of them, a request per MB. Keep a counter in the parent if that is
   * asked often.
   */
  public long count(AttributeValue parent) {
    return run(flows.reads().count(parent));
  }

  /**
   * A part of the children: one request, which reads what it returns (a unit per 4 KB, half of that
   * if eventually consistent). To read all of a range, repeat with {@link ChildQuery#startingAfter}
   * until there is no last evaluated key. Pages are not a snapshot.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if no key condition can say the range
   * @throws dev.evenkeel.core.InvalidStartKeyException if the start key is not the key of a child
   */
  public ChildPage page(AttributeValue parent, ChildQuery query) {
    return run(flows.reads().page(parent, query));
  }

  /**
   * Removes all children: reads their keys (a unit per 4 KB of the children) and deletes them, 25
   * to a request (a unit per KB). An interrupted call keeps its deletions, and the next call
   * removes the rest. Children that are added meanwhile may stay.
   *
   * @return how many were deleted; with the set of the parent, elements in both places count twice
   */
  public long clear(AttributeValue parent) {
    return run(flows.writes().clear(parent));
  }

  /**
   * Moves the elements of the parent's set to the children, and ends when none is left in it. Up to
   * 98 at a time go in one transaction that adds the children and takes the elements off the set,
   * on condition that all of them are still in it. So, whatever happens in between:
   *
   * <ul>
   *   <li>Each element is in the set or among the children at any moment. A process that ends, or
   *       an answer that is lost, leaves nothing to repair: call it again.
   *   <li>Elements that other clients add to the set are moved too, by this call or by the next. An
   *       element that another client removes from the set before its move is not restored.
   *   <li>Children that are there already stay as they are, with all that they have.
   *   <li>Several may migrate one parent at a time.
   * </ul>
   *
   * <p>Clients that know nothing of children break two of these guarantees. Their removal of a
   * moved element has no effect. If they write the whole set back (SET, or PutItem of an item that
   * they read before), moved elements are in the set again. A PutItem of the parent without the set
   * deletes elements that were not moved. Let them be gone, or use {@code withParentSet}, before
   * elements are removed. While a move is under way their writes of the parent may fail with a
   * TransactionConflictException; they should be repeated.
   *
   * <p>The set has to be an ordinary attribute for the client: a chunking client that manages it
   * refuses. Costs per move twice the units of the parent (a unit per KB of what it still has, so
   * 800 for one that is full) and twice those of each child, and a read of the parent for each
   * round.
   *
   * @return how many elements were moved; 0 if there was no set
   * @throws dev.evenkeel.core.RefusedOperationException if the spec names no set, or the range does
   *     not follow from the element
   * @throws dev.evenkeel.chunking.spec.children.ChildCollectionException with reason {@code
   *     SET_NOT_MOVABLE} if the attribute is no set of the element's type, an element can be no
   *     child, others change the set all the time, or the client refuses to read the parent or to
   *     make the move; it names no values. Elements that were not moved are still in the set. With
   *     reason {@code RANGE_TAKEN} if a child has the range of an element, and is another
   */
  public long migrate(AttributeValue parent) {
    return run(flows.migration().migrate(parent));
  }

  /**
   * Moves the sets of the parents in one page of their table, some parents at a time; to go through
   * all of them repeat with the last evaluated key until there is none. Costs a consistent scan,
   * and {@link #migrate} for each parent that has a set. Parents that cannot be read, or whose
   * elements or keys are refused as children, are reported, and do not stop the others. Where all
   * are, look at the spec and the client first. Sets are empty once a round reports none.
   *
   * @param startKey the start key, from the page before, also of another process; null to begin
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails: repeat the page
   */
  public MigratedPage migratePage(@Nullable Map<String, AttributeValue> startKey) {
    return run(flows.migration().page(startKey));
  }

  private <T> T run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }
}
