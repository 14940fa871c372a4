package dev.evenkeel.caching.internal.store;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Request;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A request to the remote tier. It never fails: a tier that does not answer is not there.
 *
 * @param <A> the answer
 */
public sealed interface TierRequest<A> extends Request<A> {

  /** Looks for an item. */
  record Look(ItemKey key) implements TierRequest<ReadResult> {}

  /**
   * The answer to a {@link Look}.
   *
   * @param server the run of the server; null if the tier is not there
   * @param stamp with which the item may be filled
   * @param age nanoseconds since the read of the item began, or more
   */
  record ReadResult(@Nullable String server, String stamp, @Nullable SdkBytes item, long age) {
    /** The tier is not there. */
    public static final ReadResult NOTHING = new ReadResult(null, "", null, 0);
  }

  /** Stores an item. It is begun, and nobody waits for it. */
  record Fill(ItemKey key, String stamp, SdkBytes item, Duration timeToLive)
      implements TierRequest<Done> {}

  /**
   * Takes items out, or all of some tables.
   *
   * @param keys empty for whole tables
   */
  record Removal(List<ItemKey> keys, List<String> tables) implements TierRequest<Removed> {
    /** Takes items out. */
    public static Removal of(List<ItemKey> keys) {
      return new Removal(keys, List.of());
    }

    /** Takes all items of some tables out. */
    public static Removal ofAll(List<String> tables) {
      return new Removal(List.of(), tables);
    }

    /** Whether there is nothing to take out. */
    public boolean isOfNothing() {
      return keys.isEmpty() && tables.isEmpty();
    }
  }

  /**
   * The answer to a {@link Removal}.
   *
   * @param server the run of the server that has done so; null if nobody knows whether it was done
   */
  record Removed(@Nullable String server) {
    /** Nobody knows. */
    public static final Removed UNKNOWN = new Removed(null);
  }
}
