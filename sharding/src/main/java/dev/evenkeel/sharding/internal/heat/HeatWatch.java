package dev.evenkeel.sharding.internal.heat;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Watches the writes of a client on tables with a heat policy. Whatever goes wrong here changes no
 * call.
 *
 * @param tables those with a policy
 * @param heats of each, by plain name
 * @param writes gives the items that a request writes
 * @param due called when {@link TableHeat#found} of a table may have something to say; returns soon
 * @param wrong takes what should not have happened
 */
public record HeatWatch(
    ManagedTables<ShardedTable> tables,
    Map<String, TableHeat> heats,
    BiConsumer<DynamoDbRequest, WrittenItems> writes,
    Consumer<String> due,
    Consumer<Throwable> wrong) {

  /** A write of a request on a table with a policy. */
  record Write(String table, TableHeat heat, AttributeValue key, AttributeValue sortKey) {}

  /** The plan of a request, seen from here. */
  public <R> Plan<R> watched(DynamoDbRequest request, Plan<R> plan) {
    return Operation.of(request).kind() == Operation.Kind.ITEM_WRITE && tables.namedBy(request)
        ? plan.with(flow -> watched(request, flow))
        : plan;
  }

  private <R> Flow<R> watched(DynamoDbRequest request, Flow<R> flow) {
    return Flow.defer(
        () -> {
          List<Write> writes = new ArrayList<>(1);
          quietly(() -> begin(request, writes));
          return writes.isEmpty()
              ? flow
              : flow.atResult(answer -> quietly(() -> answered(writes, answer)))
                  .mapFailure(
                      failure -> {
                        quietly(() -> failed(writes, failure));
                        return failure;
                      });
        });
  }

  private void quietly(Runnable watching) {
    try {
      watching.run();
    } catch (Throwable e) { // errors, too: there may be no memory for a thread
      wrong.accept(e);
    }
  }

  private void begin(DynamoDbRequest request, List<Write> writes) {
    this.writes.accept(request, new WatchedItems(writes));
    for (Write write : writes) {
      if (write.heat().watches()) {
        write.heat().offered(write.key(), write.sortKey());
      }
    }
  }

  /** Collects the items that belong to tables with a policy. */
  private final class WatchedItems implements WrittenItems {
    private final List<Write> writes;

    WatchedItems(List<Write> writes) {
      this.writes = writes;
    }

    @Override
    public void add(@Nullable String tableName, Map<String, AttributeValue> attributes) {
      ShardedTable table = tables.find(tableName);
      TableHeat heat = table == null ? null : heats.get(table.name());
      AttributeValue sortKey = table == null ? null : attributes.get(table.sortKey());
      if (table != null && heat != null && sortKey != null) {
        AttributeValue key = table.logicalKey(new Call("write", table.name()), attributes);
        writes.add(new Write(table.name(), heat, key, sortKey));
      }
    }

    /** A check is no write. */
    @Override
    public void addChecked(@Nullable String tableName, Map<String, AttributeValue> key) {}
  }

  private void answered(List<Write> writes, Object answer) {
    List<Write> again = new ArrayList<>(0);
    if (answer instanceof BatchWriteItemResponse batch) {
      WatchedItems unprocessed = new WatchedItems(again);
      batch
          .unprocessedItems()
          .forEach((table, left) -> left.forEach(write -> unprocessed.add(table, write)));
    }
    again.forEach(write -> write.heat().failed(write.key(), write.sortKey()));
    for (Write write : writes) {
      if (write.heat().watches() && !again.contains(write)) {
        write.heat().succeeded(write.key(), write.sortKey());
      }
    }
    if (answer instanceof DynamoDbResponse response) {
      for (Write write : onlyKeys(writes)) {
        double units = HeatSigns.writeUnits(response, write.table());
        if (units > 0) {
          write.heat().consumed(write.key(), write.sortKey(), units);
        }
      }
    }
    look(writes);
  }

  private void failed(List<Write> writes, Throwable failure) {
    for (Write write : writes) {
      write.heat().failed(write.key(), write.sortKey());
    }
    if (HeatSigns.isHotKey(failure)) {
      for (Write write : onlyKeys(writes)) {
        write.heat().throttled(write.key(), write.sortKey());
      }
    }
    look(writes);
  }

  /** For each table the first write, if the request writes one key of it only. */
  private static List<Write> onlyKeys(List<Write> writes) {
    List<Write> only = new ArrayList<>(1);
    Set<String> several = new HashSet<>();
    for (Write write : writes) {
      @Nullable Write first = null;
      for (Write each : only) {
        first = each.table().equals(write.table()) ? each : first;
      }
      if (first == null) {
        only.add(write);
      } else if (!first.key().equals(write.key())) {
        several.add(write.table());
      }
    }
    only.removeIf(write -> several.contains(write.table()));
    return only;
  }

  private void look(List<Write> writes) {
    Set<String> looked = new HashSet<>();
    for (Write write : writes) {
      if (write.heat().watches() && looked.add(write.table()) && write.heat().isDue()) {
        due.accept(write.table());
      }
    }
  }
}
