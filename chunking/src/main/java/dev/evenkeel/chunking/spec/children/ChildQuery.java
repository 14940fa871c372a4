package dev.evenkeel.chunking.spec.children;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The children to read, and their order. {@link #ALL} is all of them, ascending; the methods narrow
 * it. Children are selected and sorted by {@link Child#range}, in DynamoDB's order: texts by their
 * UTF-8 bytes, numbers by value, binaries by unsigned bytes.
 *
 * @param from the first range value that is wanted, itself included; null for no bound
 * @param to the last range value that is wanted, itself included; null for no bound
 * @param prefix the start of range values, S or B; null for any
 * @param ascending whether the smallest comes first
 * @param limit how many children a page has at most; 0 for as many as DynamoDB gives (1 MB)
 * @param startKey the start key, itself excluded; null to begin
 * @param consistent whether to see all writes that were made before, at twice the read units
 */
public record ChildQuery(
    @Nullable AttributeValue from,
    @Nullable AttributeValue to,
    @Nullable AttributeValue prefix,
    boolean ascending,
    int limit,
    @Nullable Map<String, AttributeValue> startKey,
    boolean consistent) {

  /** All children, ascending, consistently. */
  public static final ChildQuery ALL = new ChildQuery(null, null, null, true, 0, null, true);

  public ChildQuery {
    if (prefix != null && (from != null || to != null)) {
      throw new IllegalArgumentException("a prefix is a range of its own: leave from and to out");
    }
    if (limit < 0) {
      throw new IllegalArgumentException("limit must be at least 0 but was " + limit);
    }
  }

  /** The children from this range value on. */
  public ChildQuery from(AttributeValue first) {
    return new ChildQuery(first, to, prefix, ascending, limit, startKey, consistent);
  }

  /** The children up to this range value, itself included. */
  public ChildQuery to(AttributeValue last) {
    return new ChildQuery(from, last, prefix, ascending, limit, startKey, consistent);
  }

  /** The children whose range value, a text or a binary, begins with this. */
  public ChildQuery beginningWith(AttributeValue start) {
    return new ChildQuery(from, to, start, ascending, limit, startKey, consistent);
  }

  /** The greatest first. */
  public ChildQuery descending() {
    return new ChildQuery(from, to, prefix, false, limit, startKey, consistent);
  }

  /** At most so many in a page. */
  public ChildQuery limit(int countMax) {
    return new ChildQuery(from, to, prefix, ascending, countMax, startKey, consistent);
  }

  /**
   * The children after a child.
   *
   * @param key its key: what {@link ChildPage#lastEvaluatedKey} says, or {@link
   *     ChildCollectionSpec#key}, also of a child that there is not; null to begin
   */
  public ChildQuery startingAfter(@Nullable Map<String, AttributeValue> key) {
    return new ChildQuery(from, to, prefix, ascending, limit, key, consistent);
  }

  /** May miss the latest writes, for half the read units. */
  public ChildQuery eventuallyConsistent() {
    return new ChildQuery(from, to, prefix, ascending, limit, startKey, false);
  }
}
