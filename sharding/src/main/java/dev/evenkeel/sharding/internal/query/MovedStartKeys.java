package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Start keys of reads that were begun before items began to move. */
public final class MovedStartKeys {
  private MovedStartKeys() {}

  /**
   * The same place in the era of the move. One of another era is returned as it is, and is refused
   * later.
   *
   * @param from the table by the layout before
   * @param wider the table by the layout that knows all physical keys
   * @param index null for the table
   */
  public static Map<String, AttributeValue> renewed(
      Call call,
      ShardedTable from,
      ShardedTable wider,
      @Nullable String index,
      Map<String, AttributeValue> start) {
    TableLayout layout = from.layout();
    AttributeValue token = start.get(StartKeyToken.ATTRIBUTE);
    ShardedIndexSpec sharded = from.indexShards().index(index);
    boolean isByHand = token == null && sharded != null;
    if (StartKeyToken.era(token) != layout.eraAtRest() || isByHand) {
      return start;
    }
    ShardedTable before = from.by(layout.in(layout.eraAtRest()));
    return sharded == null
        ? new StartKeys(call, wider).logical(new StartKeys(call, before).physical(start, index))
        : new IndexStartKeys(call, wider, sharded)
            .logical(new IndexStartKeys(call, before, sharded).physical(start));
  }
}
