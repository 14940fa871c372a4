package dev.evenkeel.simulator.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table that is simulated. Immutable. */
public final class TableSpec {
  private final String name;
  private final Capacity capacity;
  private final PartitionBehavior behavior;
  private final SortKeys sortKeys;
  private final long storedBytes;
  private final List<IndexSpec> indexes;

  private TableSpec(Builder builder, Capacity capacity) {
    this.name = builder.name;
    this.capacity = capacity;
    this.behavior = builder.behavior;
    this.sortKeys = builder.sortKeys;
    this.storedBytes = builder.storedBytes;
    this.indexes = List.copyOf(builder.indexes);
  }

  public static Builder builder(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  public Capacity capacity() {
    return capacity;
  }

  public PartitionBehavior behavior() {
    return behavior;
  }

  public SortKeys sortKeys() {
    return sortKeys;
  }

  public long storedBytes() {
    return storedBytes;
  }

  public List<IndexSpec> indexes() {
    return indexes;
  }

  /** Collects a table. Required: {@link #capacity}. */
  public static final class Builder {
    private final String name;
    private @Nullable Capacity capacity;
    private PartitionBehavior behavior = PartitionBehavior.today();
    private SortKeys sortKeys = SortKeys.NONE;
    private long storedBytes;
    private final List<IndexSpec> indexes = new ArrayList<>();

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    public Builder capacity(Capacity newCapacity) {
      this.capacity = newCapacity;
      return this;
    }

    /** {@link PartitionBehavior#today()} by default; that of the indexes too. */
    public Builder behavior(PartitionBehavior newBehavior) {
      this.behavior = newBehavior;
      return this;
    }

    /** {@link SortKeys#NONE} by default. */
    public Builder sortKeys(SortKeys newSortKeys) {
      this.sortKeys = newSortKeys;
      return this;
    }

    /**
     * Sets the bytes that the table holds to begin with, evenly over its hash range; nothing by
     * default.
     */
    public Builder storedBytes(long bytes) {
      this.storedBytes = bytes;
      return this;
    }

    /** Adds a global secondary index; none by default. */
    public Builder index(IndexSpec index) {
      indexes.add(index);
      return this;
    }

    /**
     * Checks the whole table.
     *
     * @throws IllegalArgumentException naming the rule that is broken
     */
    public TableSpec build() {
      if (capacity == null) {
        throw problem("has no capacity");
      }
      if (storedBytes < 0 || storedBytes > PartitionRules.STORED_BYTES_MAX) {
        throw problem(
            "storedBytes must be 0.."
                + PartitionRules.STORED_BYTES_MAX
                + " but was "
                + storedBytes);
      }
      Set<String> names = new HashSet<>(Set.of(name));
      for (IndexSpec index : indexes) {
        if (!names.add(index.name())) {
          throw problem("the name " + index.name() + " is taken twice");
        }
        if (index.capacity() instanceof Capacity.Provisioned
            != capacity instanceof Capacity.Provisioned) {
          throw problem("index " + index.name() + " must be in the capacity mode of its table");
        }
      }
      return new TableSpec(this, capacity);
    }

    private IllegalArgumentException problem(String text) {
      return new IllegalArgumentException("Table " + name + ": " + text);
    }
  }
}
