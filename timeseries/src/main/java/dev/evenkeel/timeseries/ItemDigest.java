package dev.evenkeel.timeseries;

import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The digest of archives: of a set of items, whatever their order, as {@code docs/wire-format.md}
 * describes it. Two sets that differ in an item, an attribute or a bit have different digests; the
 * order of attributes and of members of sets, and the way a number is written, make no difference.
 * It detects damage, not forgery. In memory is one item. Not thread-safe.
 */
public final class ItemDigest {
  private final ContentDigester digester = new ContentDigester();

  /** The digest of no items yet. */
  public ItemDigest() {}

  /**
   * Takes one more item.
   *
   * @throws dev.evenkeel.core.DecoratorException if it holds a value without a type, or a number
   *     that DynamoDB would refuse
   */
  public void add(Map<String, AttributeValue> item) {
    digester.add(item);
  }

  /** The digest of the items so far, as the catalogue has it; more may come. */
  public String text() {
    return digester.digest().text();
  }

  /** How many items there were so far. */
  public long items() {
    return digester.digest().itemCount();
  }
}
