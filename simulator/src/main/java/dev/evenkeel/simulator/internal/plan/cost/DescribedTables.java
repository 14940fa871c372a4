package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.item.SecondaryIndex;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;

/** Tables as described by DescribeTable. */
public final class DescribedTables {
  private static final Throughput NEW = Capacity.onDemand().warm();

  private DescribedTables() {}

  /**
   * A table by its description.
   *
   * @param spec its spec; null to take it from the description
   * @throws IllegalArgumentException if the spec and the description have other global indexes
   */
  public static SimulatedTable of(TableDescription described, @Nullable TableSpec spec) {
    TableSpec known = spec == null ? spec(described) : spec;
    requireSameIndexes(described, known);
    KeySchema key = KeySchema.of(described.keySchema(), described.attributeDefinitions());
    Map<String, GlobalIndex> globalIndexes = new HashMap<>();
    for (GlobalSecondaryIndexDescription index : described.globalSecondaryIndexes()) {
      KeySchema indexKey = KeySchema.of(index.keySchema(), described.attributeDefinitions());
      globalIndexes.put(
          index.indexName(),
          new GlobalIndex(
              index.indexName(), indexKey, SecondaryIndex.of(key, indexKey, index.projection())));
    }
    List<SecondaryIndex> localIndexes =
        described.localSecondaryIndexes().stream()
            .map(
                index ->
                    SecondaryIndex.of(
                        key,
                        KeySchema.of(index.keySchema(), described.attributeDefinitions()),
                        index.projection()))
            .toList();
    return new SimulatedTable(known, described.tableArn(), key, globalIndexes, localIndexes);
  }

  private static void requireSameIndexes(TableDescription described, TableSpec spec) {
    Set<String> real = new TreeSet<>();
    described.globalSecondaryIndexes().forEach(index -> real.add(index.indexName()));
    Set<String> specified = new TreeSet<>();
    spec.indexes().forEach(index -> specified.add(index.name()));
    if (!real.equals(specified)) {
      throw new IllegalArgumentException(
          "Table %s has the global secondary indexes %s but its TableSpec has %s. Give the TableSpec an IndexSpec for each, or leave the table out and say UnknownTables.DESCRIBE."
              .formatted(spec.name(), real, specified));
    }
  }

  private static TableSpec spec(TableDescription described) {
    boolean onDemand =
        described.billingModeSummary() != null
            && described.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    TableSpec.Builder spec =
        TableSpec.builder(described.tableName())
            .capacity(
                onDemand
                    ? onDemand(described.onDemandThroughput(), warm(described.warmThroughput()))
                    : provisioned(described.provisionedThroughput()))
            .sortKeys(
                described.hasLocalSecondaryIndexes()
                    ? SortKeys.NONE
                    : sortKeys(described.keySchema()));
    if (described.tableSizeBytes() != null) {
      spec.storedBytes(described.tableSizeBytes());
    }
    for (GlobalSecondaryIndexDescription index : described.globalSecondaryIndexes()) {
      spec.index(
          new IndexSpec(
              index.indexName(),
              onDemand
                  ? onDemand(index.onDemandThroughput(), warm(index.warmThroughput()))
                  : provisioned(index.provisionedThroughput()),
              sortKeys(index.keySchema())));
    }
    return spec.build();
  }

  private static Capacity provisioned(ProvisionedThroughputDescription throughput) {
    return Capacity.provisioned(throughput.readCapacityUnits(), throughput.writeCapacityUnits());
  }

  /** DynamoDB Local reports no warm throughput; then it is that of a new table. */
  private static Throughput warm(@Nullable TableWarmThroughputDescription described) {
    return described == null
        ? NEW
        : warm(described.readUnitsPerSecond(), described.writeUnitsPerSecond());
  }

  private static Throughput warm(
      @Nullable GlobalSecondaryIndexWarmThroughputDescription described) {
    return described == null
        ? NEW
        : warm(described.readUnitsPerSecond(), described.writeUnitsPerSecond());
  }

  private static Throughput warm(@Nullable Long readUnits, @Nullable Long writeUnits) {
    return new Throughput(
        Math.max(NEW.readUnits(), readUnits == null ? 0 : readUnits),
        Math.max(NEW.writeUnits(), writeUnits == null ? 0 : writeUnits));
  }

  /** No maximum is written as -1. */
  private static Capacity onDemand(@Nullable OnDemandThroughput max, Throughput warm) {
    Capacity.OnDemand capacity = Capacity.onDemand().warmedFor(warm.readUnits(), warm.writeUnits());
    return max == null
        ? capacity
        : capacity.withMax(units(max.maxReadRequestUnits()), units(max.maxWriteRequestUnits()));
  }

  private static long units(@Nullable Long max) {
    return max == null || max < 0 ? Throughput.UNITS_MAX : max;
  }

  private static SortKeys sortKeys(List<KeySchemaElement> key) {
    return key.stream().anyMatch(element -> element.keyType() == KeyType.RANGE)
        ? SortKeys.SPREAD
        : SortKeys.NONE;
  }
}
