package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.sharding.internal.heat.HeatWatch;
import dev.evenkeel.sharding.internal.heat.TableHeat;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.operation.ShardingOperations;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The heat of all tables of one client, and who acts on it. */
public final class HeatKeepers {
  private HeatKeepers() {}

  /**
   * Watches tables whose specs have a policy.
   *
   * @param scope where the client finds a table that is named plainly
   * @param sessions gives those for the layout of a spec, null if that is not looked up
   * @param data sends to tables as they are stored
   * @param listener takes each finding
   */
  public static HeatWatch of(
      List<ShardingSpec> specs,
      TableScope scope,
      Function<ShardingSpec, @Nullable LayoutSessions> sessions,
      Sender<Object> data,
      Consumer<HotKey> listener) {
    List<ShardedTable> tables = specs.stream().map(ShardedTable::new).toList();
    Map<String, TableHeat> heats = new HashMap<>();
    Map<String, HeatKeeper> keepers = new HashMap<>();
    for (ShardedTable table : tables) {
      ShardingSpec spec = table.spec();
      HeatPolicy policy = Objects.requireNonNull(spec.heat());
      LayoutSessions layouts = sessions.apply(spec);
      LayoutSession session = layouts == null ? null : layouts.of(table.name(), spec.layoutId());
      TableHeat heat =
          new TableHeat(
              spec,
              policy,
              () -> session == null ? null : session.record(),
              layouts == null ? new ElapsedTime() : layouts.clock());
      heats.put(table.name(), heat);
      keepers.put(table.name(), new HeatKeeper(spec, policy, heat, layouts, data, listener));
    }
    HeatKeeper any = keepers.values().iterator().next();
    return new HeatWatch(
        ManagedTables.of(tables, ShardedTable::tableName, scope),
        Map.copyOf(heats),
        ShardingOperations::written,
        table -> Objects.requireNonNull(keepers.get(table)).look(),
        any::wrong);
  }

  /** Sends and waits: for a thread that has nothing else to do. */
  public static Sender<Object> blocking(DynamoDbAsyncClient client) {
    return Sender.answering(
        request -> {
          try {
            return DynamoDbCalls.call(client, ((TableCall<?>) request).request()).join();
          } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
          }
        });
  }
}
