package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.PartitionSecond.PartitionHeat;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.SecondResult.ResourceSecond;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table or an index, with name, throughput and partitions. */
final class Resource {
  private final String name;
  private final boolean index;
  private final SortKeys sortKeys;
  private final PartitionBehavior behavior;
  private final Placement placement;
  private Allocation allocation;
  private final Layout layout;
  private List<Gate> readGates;
  private List<Gate> writeGates;
  private final List<Partition> touched = new ArrayList<>();
  private long spentReads;
  private long spentWrites;

  Resource(
      String name,
      boolean index,
      Capacity capacity,
      SortKeys sortKeys,
      PartitionBehavior behavior,
      long storedBytes,
      Placement placement) {
    this.name = name;
    this.index = index;
    this.sortKeys = sortKeys;
    this.behavior = behavior;
    this.placement = placement;
    this.allocation = allocation(capacity, behavior);
    this.layout = new Layout(allocation, behavior, sortKeys, storedBytes);
    this.readGates = allocation.gates(OperationType.READ);
    this.writeGates = allocation.gates(OperationType.WRITE);
  }

  private static Allocation allocation(Capacity capacity, PartitionBehavior behavior) {
    if (capacity instanceof Capacity.Provisioned provisioned) {
      return new ProvisionedAllocation(provisioned.throughput(), behavior);
    }
    return new OnDemandAllocation((Capacity.OnDemand) capacity);
  }

  String name() {
    return name;
  }

  boolean isIndex() {
    return index;
  }

  Allocation allocation() {
    return allocation;
  }

  List<Gate> gates(OperationType type) {
    return type == OperationType.READ ? readGates : writeGates;
  }

  /** The partition in which a key lies. */
  Partition find(String partitionKey, @Nullable String sortKey) {
    return layout.find(placement.hash(partitionKey), placement.place(sortKeys, sortKey));
  }

  /**
   * The claim of a request for one key.
   *
   * @param bytes by which its partition grows
   */
  Claim claim(
      String partitionKey,
      @Nullable String sortKey,
      OperationType type,
      CapacityUnits units,
      long bytes) {
    long hash = placement.hash(partitionKey);
    long place = placement.place(sortKeys, sortKey);
    Partition partition = layout.find(hash, place);
    return new Claim(this, partition, type, hash, place, Micros.of(units), bytes, false);
  }

  /** The claim of a charge for all keys: an even part of each partition, rounded up. */
  List<Claim> claimsEverywhere(Charge charge) {
    long part = (Micros.of(charge.units()) + layout.size() - 1) / layout.size();
    return layout.all().stream()
        .map(
            partition ->
                new Claim(
                    this, partition, charge.type(), partition.start().hash(), 0, part, 0, true))
        .toList();
  }

  void touch(Partition partition) {
    touched.add(partition);
  }

  void spend(OperationType type, long micros) {
    if (type == OperationType.READ) {
      spentReads += micros;
    } else {
      spentWrites += micros;
    }
  }

  long spent(OperationType type) {
    return type == OperationType.READ ? spentReads : spentWrites;
  }

  void begin(long second) {
    allocation.begin(second);
    layout.grow(second);
  }

  void change(long second, Capacity capacity) {
    allocation.change(second, capacity);
    layout.grow(second);
    layout.reallocate(second);
  }

  /** Another capacity mode from the start of a second on; partitions remain, and can only grow. */
  void changeMode(long second, Capacity capacity) {
    allocation =
        capacity instanceof Capacity.Provisioned provisioned
            ? new ProvisionedAllocation(
                provisioned.throughput(), behavior, allocation.initialPartitions(), second)
            : new OnDemandAllocation((Capacity.OnDemand) capacity, allocation.initialPartitions());
    readGates = allocation.gates(OperationType.READ);
    writeGates = allocation.gates(OperationType.WRITE);
    layout.allocate(second, allocation);
  }

  boolean isProvisioned() {
    return allocation instanceof ProvisionedAllocation;
  }

  /** Ends a second; what is to be split is split before the next. */
  ResourceSecond end(long second) {
    ResourceSecond result = new ResourceSecond(name, layout.size(), hottest());
    for (Partition partition : touched) {
      boolean heated = partition.endSecond(second);
      if (heated && behavior.splitForHeat()) {
        layout.splitForHeat(partition, second + 1);
      } else {
        layout.splitWhileFull(partition, second + 1);
      }
    }
    touched.clear();
    allocation.spent(second, OperationType.READ, spentReads);
    allocation.spent(second, OperationType.WRITE, spentWrites);
    spentReads = 0;
    spentWrites = 0;
    return result;
  }

  /** The partitions of the second that is about to end. */
  List<PartitionSecond> seconds(long second) {
    return touched.stream()
        .map(
            partition ->
                new PartitionSecond(
                    state(partition, second), layout.endHash(partition), partition.heatOfSecond()))
        .toList();
  }

  private @Nullable PartitionHeat hottest() {
    PartitionHeat hottest = null;
    for (Partition partition : touched) {
      PartitionHeat heat = partition.heatOfSecond();
      if (hottest == null || heat.heat() > hottest.heat()) {
        hottest = heat;
      }
    }
    return hottest;
  }

  List<Partition> chargedBy(Charge charge) {
    String key = charge.partitionKey();
    return key == null ? layout.all() : List.of(find(key, charge.sortKey()));
  }

  List<PartitionState> states(long second) {
    return layout.all().stream().map(partition -> state(partition, second)).toList();
  }

  private static PartitionState state(Partition partition, long second) {
    Bucket reads = partition.bucket(OperationType.READ);
    Bucket writes = partition.bucket(OperationType.WRITE);
    return new PartitionState(
        partition.number(),
        partition.start().hash(),
        Micros.toUnits(reads.rate()),
        Micros.toUnits(writes.rate()),
        Micros.toUnits(reads.credit(second)),
        Micros.toUnits(writes.credit(second)),
        partition.bytes());
  }
}
