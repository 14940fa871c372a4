package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.sharding.spec.Pieces;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A hot key.
 *
 * @param pieces under which it was hot
 * @param version of the layout record that says so; 0 if there is none
 * @param throttles writes that were throttled for it, in a window
 * @param units in that time, as far as answers report them
 */
public record Finding(
    AttributeValue key, Kind kind, Pieces pieces, long version, long throttles, double units) {

  /** The action that it asks for. */
  public enum Kind {
    /** Add shards. */
    APPLY,
    /** Propose shards. */
    PROPOSE,
    /** Propose a move. */
    MOVE,
    /** More shards would help, and the policy allows no more. */
    CEILING
  }

  /** The shards for items to come. */
  public int shards() {
    return pieces.last().shards();
  }
}
