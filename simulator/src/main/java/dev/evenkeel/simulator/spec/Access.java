package dev.evenkeel.simulator.spec;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.WriteCapacity;

/** The access of a request to one item, which decides its cost. */
public enum Access {
  /** A get, eventually consistent: half a unit per 4 KB. */
  EVENTUAL_READ(OperationType.READ),
  /** A get, strongly consistent: a unit per 4 KB. */
  STRONG_READ(OperationType.READ),
  /** A put of a new item: a unit per KB, and the table grows by it. */
  INSERT(OperationType.WRITE),
  /** A put over, or an update of, an item as large: a unit per KB, and the table stays as it is. */
  REPLACE(OperationType.WRITE);

  private final OperationType type;

  Access(OperationType type) {
    this.type = type;
  }

  public OperationType type() {
    return type;
  }

  /** The cost of the access for an item of so many bytes. */
  public CapacityUnits units(int itemBytes) {
    return switch (this) {
      case EVENTUAL_READ -> ReadCapacity.EVENTUAL.get(itemBytes);
      case STRONG_READ -> ReadCapacity.STRONG.get(itemBytes);
      case INSERT, REPLACE -> WriteCapacity.STANDARD.put(0, itemBytes);
    };
  }
}
