package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import dev.evenkeel.simulator.spec.Charge;
import java.util.List;

/** What one request, or one part of a batch or transaction, costs in its table. */
public record Order(SimulatedTable table, List<Charge> charges) {}
