package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Start keys of reads that name places, while items move. A scan has two passes, and each has an
 * era of its own. Until the first item moves, the first pass is in the era before, so that its
 * start keys stay good if the move does not begin after all.
 *
 * @param from the table by the layout before
 * @param first the table by the layout that knows all physical keys which a first pass meets
 * @param second the same of a second pass, in its era
 * @param index null for the table
 */
public record MovedStartKeys(
    Call call, ShardedTable from, ShardedTable first, ShardedTable second, @Nullable String index) {

  /**
   * Where a scan goes on.
   *
   * @param inSecond whether in its second pass
   * @param after the physical key; null for the beginning of the pass
   */
  public record StartPosition(boolean inSecond, @Nullable Map<String, AttributeValue> after) {}

  /**
   * The same place in the era of the move, where the read was begun before that. A start key of
   * another era is returned as it is, and is refused later.
   */
  public Map<String, AttributeValue> renewed(Map<String, AttributeValue> start) {
    TableLayout layout = from.layout();
    AttributeValue token = start.get(StartKeyToken.ATTRIBUTE);
    boolean isByHand = token == null && from.shardedIndex(index) != null;
    return StartKeyToken.era(token) != layout.eraAtRest() || isByHand
        ? start
        : in(first).logical(in(from.by(layout.in(layout.eraAtRest()))).physical(start));
  }

  /**
   * The place of a start key.
   *
   * @throws dev.evenkeel.core.InvalidStartKeyException if it is of another era
   */
  public StartPosition place(Map<String, AttributeValue> start) {
    Map<String, AttributeValue> key = new HashMap<>(start);
    AttributeValue token = key.remove(StartKeyToken.ATTRIBUTE);
    if (StartKeyToken.era(token) != second.layout().era()) {
      return new StartPosition(false, in(first).physical(renewed(start)));
    }
    boolean isBegin = tokens().says(StartKeyToken.BEGIN, token, key);
    return new StartPosition(true, isBegin ? null : in(second).physical(start));
  }

  /** The start key after a place. */
  public Map<String, AttributeValue> after(boolean inSecond, Map<String, AttributeValue> physical) {
    return in(inSecond ? second : first).logical(physical);
  }

  /**
   * The start key of the second pass.
   *
   * @param key of any item
   */
  public Map<String, AttributeValue> secondPass(Map<String, AttributeValue> key) {
    return tokens().startKey(StartKeyToken.BEGIN, key);
  }

  private StartKeyToken tokens() {
    return StartKeyToken.of(second, second.layout().era());
  }

  private MergedStartKeys in(ShardedTable table) {
    return StartKeys.of(call, table, index, false);
  }
}
