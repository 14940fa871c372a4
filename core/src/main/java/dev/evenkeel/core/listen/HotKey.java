package dev.evenkeel.core.listen;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A logical partition key that is written more than its shards take, as one process sees it. It is
 * the one event that holds an item value, the key, since no other way leads to it; its text leaves
 * the key out.
 *
 * @param decorator who found it, such as {@code sharding}
 * @param table the plain name of the table
 * @param key the logical key, an item value: think before you log it
 * @param action what becomes of it
 * @param shards how many it has for the items to come
 * @param proposed how many it would have, or has now if they were added; as many as {@code shards}
 *     if more would not help
 * @param throttles writes of the key that were throttled because of it, in a few seconds
 * @param units write units of the key in that time, as far as answers report them; 0 if none does
 */
public record HotKey(
    String decorator,
    String table,
    AttributeValue key,
    Action action,
    int shards,
    int proposed,
    long throttles,
    double units) {

  /** The action on a hot key. */
  public enum Action {
    /** More shards for the items to come would cure it; an operator has to add them. */
    PROPOSED,
    /** The shards were added. */
    APPLIED,
    /**
     * They were not added, since a client did not answer, gives no sign of life, or the change was
     * refused; it will be tried again. Told once while one client is waited for.
     */
    GIVEN_UP,
    /** More shards for the items to come would not cure it: its items would have to be moved. */
    MOVE,
    /** It has as many shards as the policy allows. */
    AT_CEILING
  }

  @Override
  public String toString() {
    return "HotKey[%s, table %s, %s, shards %d of %d, throttles %d, units %s]"
        .formatted(decorator, table, action, shards, proposed, throttles, units);
  }
}
