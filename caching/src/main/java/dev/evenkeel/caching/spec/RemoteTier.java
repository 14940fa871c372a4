package dev.evenkeel.caching.spec;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A cache that several processes share, behind the memory of each: for authors of tiers. A tier
 * keeps items, and a stamp for each item that was looked for. What it loses, a stamp above all, is
 * taken for written.
 *
 * <ul>
 *   <li>{@link #look} tells the item if it is there, and a stamp. The tier makes one if it has none
 *       for this item: one that no server of the tier has ever given before.
 *   <li>{@link #fill} stores an item if the stamp is still there, and otherwise does nothing.
 *   <li>{@link #remove} and {@link #removeAll} take items out, with their stamps. So a fill that
 *       was under way stores nothing, nor does one after the server has lost its stamps.
 * </ul>
 *
 * <p>All three are atomic for an item. No method blocks or throws; each stage may fail. The cache
 * waits for none longer than a fraction of a second, and reads from DynamoDB then. Used by many
 * threads.
 */
public interface RemoteTier {

  /**
   * An item. Its key is digested: tiers learn neither its values nor their lengths.
   *
   * @param table the table's plain name
   * @param digest of the key, of letters, digits, {@code -} and {@code _}
   */
  record ItemId(String table, String digest) {}

  /**
   * What a tier knows of an item.
   *
   * @param server the run of the server that has answered: another one after each restart, failover
   *     or restored backup
   * @param stamp with which the item may be filled
   * @param item as it was filled; null if it is not there
   * @param age how long ago the look was that gave the stamp of its fill, by the server's clock
   */
  record LookResult(String server, String stamp, @Nullable SdkBytes item, Duration age) {}

  /** Looks for an item. */
  CompletionStage<LookResult> look(ItemId item);

  /**
   * Stores an item that was read after the stamp was given, unless a younger one is there.
   *
   * @param timeToLive from the look that gave the stamp, by the server's clock
   */
  CompletionStage<?> fill(ItemId item, String stamp, SdkBytes value, Duration timeToLive);

  /**
   * Takes items and their stamps out.
   *
   * @return the run of the server that has done so
   */
  CompletionStage<String> remove(Collection<ItemId> items);

  /**
   * Takes all items of these tables out, with their stamps.
   *
   * @return the run of the server that has done so
   */
  CompletionStage<String> removeAll(Collection<String> tables);
}
