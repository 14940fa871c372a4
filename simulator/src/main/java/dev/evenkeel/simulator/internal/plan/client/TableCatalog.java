package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.simulator.internal.plan.cost.DescribedTables;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.UnknownTables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The simulated tables and their specs. Each is described once. Safe for many threads. */
public final class TableCatalog {
  private final Map<String, TableSpec> specs;
  private final UnknownTables unknown;
  private final Map<String, SimulatedTable> described = new ConcurrentHashMap<>();
  private final Map<String, Integer> changes = new ConcurrentHashMap<>();

  public TableCatalog(Map<String, TableSpec> specs, UnknownTables unknown) {
    this.specs = Map.copyOf(specs);
    this.unknown = unknown;
  }

  /**
   * Whether a request names a simulated table.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it names a table without a spec
   */
  boolean simulates(DynamoDbRequest request) {
    List<String> names = RequestTables.of(request);
    for (String name : names) {
      if (unknown == UnknownTables.REFUSE && !specs.containsKey(plain(name))) {
        throw new Call(Operation.of(request).sdkName(), name)
            .refuse(
                "the simulation has no TableSpec for this table",
                "Give it one, or say with unknownTables(...) whether such tables pass or are"
                    + " simulated as they describe themselves");
      }
    }
    return names.stream().anyMatch(this::isSimulated);
  }

  private boolean isSimulated(String name) {
    return unknown != UnknownTables.PASS || specs.containsKey(plain(name));
  }

  /** The simulated tables that a request names. */
  Flow<Tables> of(DynamoDbRequest request) {
    List<String> names =
        RequestTables.of(request).stream()
            .filter(this::isSimulated)
            .map(TableCatalog::plain)
            .distinct()
            .toList();
    return Flow.failFast(names.stream().map(this::table).toList())
        .map(
            tables -> {
              Map<String, SimulatedTable> byName = new HashMap<>();
              for (int i = 0; i < names.size(); i++) {
                byName.put(names.get(i), tables.get(i));
              }
              return new Tables(byName);
            });
  }

  private Flow<SimulatedTable> table(String name) {
    SimulatedTable known = described.get(name);
    return known == null ? described(name) : Flow.of(known);
  }

  private Flow<SimulatedTable> described(String name) {
    int before = changes(name);
    return TableCall.describe(name)
        .map(answer -> known(name, DescribedTables.of(answer.table(), specs.get(name)), before));
  }

  /** A description from before a change of the table serves only its own request. */
  private SimulatedTable known(String name, SimulatedTable table, int before) {
    return before == changes(name) ? described.computeIfAbsent(name, absent -> table) : table;
  }

  private int changes(String name) {
    return changes.getOrDefault(name, 0);
  }

  /** Has the tables of a request that defines tables described again, and returns their names. */
  List<String> forget(DynamoDbRequest request) {
    List<String> names = RequestTables.of(request).stream().map(TableCatalog::plain).toList();
    for (String name : names) {
      changes.merge(name, 1, Integer::sum);
      described.remove(name);
    }
    return names;
  }

  /** Discards all descriptions. */
  public void forgetAll() {
    described.clear();
  }

  private static String plain(String nameOrArn) {
    return TableName.parse(nameOrArn).name();
  }
}
