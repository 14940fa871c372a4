package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import dev.evenkeel.simulator.spec.Charge;
import java.util.List;

/** The cost of one request, or of one part of a batch or transaction, in its table. */
public record Order(SimulatedTable table, List<Charge> charges) {}
