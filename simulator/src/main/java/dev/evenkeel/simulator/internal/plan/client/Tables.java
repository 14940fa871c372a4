package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The simulated tables of one request. */
record Tables(Map<String, SimulatedTable> byName) {

  /** Null if the table is not simulated. */
  @Nullable SimulatedTable of(String nameOrArn) {
    return byName.get(TableName.parse(nameOrArn).name());
  }
}
