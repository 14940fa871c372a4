package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Start keys of reads that name places, while items move. A scan has two passes, and each has an
 * era of its own. Until the first item moves, the first pass is in the era before, so that its
 * start keys stay good if the move does not begin after all.
 *
 * @param from the table by the layout before
 * @param first the table by the layout that knows all physical keys which a first pass meets
 * @param last the same of a second pass
 * @param index null for the table
 */
public record MovedStartKeys(
    Call call, ShardedTable from, ShardedTable first, ShardedTable last, @Nullable String index) {

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
    boolean isByHand = token == null && sharded() != null;
    return StartKeyToken.era(token) != layout.eraAtRest() || isByHand
        ? start
        : logical(first, physical(from.by(layout.in(layout.eraAtRest())), start));
  }

  /**
   * The place of a start key.
   *
   * @throws dev.evenkeel.core.InvalidStartKeyException if it is of another era
   */
  public StartPosition place(Map<String, AttributeValue> start) {
    AttributeValue token = start.get(StartKeyToken.ATTRIBUTE);
    if (token == null || StartKeyToken.era(token) != second().layout().era()) {
      return new StartPosition(false, physical(first, renewed(start)));
    }
    Map<String, AttributeValue> key = new HashMap<>(start);
    key.remove(StartKeyToken.ATTRIBUTE);
    boolean isBegin = tokens().decode(token, key).equals(OptionalInt.of(StartKeyToken.BEGIN));
    return new StartPosition(true, isBegin ? null : physical(second(), start));
  }

  /** The start key after a place. */
  public Map<String, AttributeValue> after(boolean inSecond, Map<String, AttributeValue> physical) {
    return logical(inSecond ? second() : first, physical);
  }

  /**
   * The start key of the second pass.
   *
   * @param key of any item
   */
  public Map<String, AttributeValue> secondPass(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> start = new HashMap<>(key);
    start.put(StartKeyToken.ATTRIBUTE, tokens().encode(StartKeyToken.BEGIN, key));
    return start;
  }

  private StartKeyToken tokens() {
    ShardedTable second = second();
    return new StartKeyToken(second.name() + "|" + second.spec().layoutId(), second.layout().era());
  }

  private ShardedTable second() {
    return last.by(last.layout().in(last.layout().eraOfSecondPass()));
  }

  private @Nullable ShardedIndexSpec sharded() {
    return from.shardedIndex(index);
  }

  private Map<String, AttributeValue> physical(
      ShardedTable table, Map<String, AttributeValue> start) {
    ShardedIndexSpec sharded = sharded();
    return sharded == null
        ? new StartKeys(call, table).physical(start, index)
        : new IndexStartKeys(call, table, sharded).physical(start);
  }

  private Map<String, AttributeValue> logical(
      ShardedTable table, Map<String, AttributeValue> physical) {
    ShardedIndexSpec sharded = sharded();
    return sharded == null
        ? new StartKeys(call, table).logical(physical)
        : new IndexStartKeys(call, table, sharded).logical(physical);
  }
}
