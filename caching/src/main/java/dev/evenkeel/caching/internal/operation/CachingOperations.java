package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.OperationPlans;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The behavior of a caching client for each operation on a cached table. */
public final class CachingOperations {
  private static final List<OperationPlan<CachingTables, ?, ?>> PLANS =
      Stream.<OperationPlan<CachingTables, ?, ?>>concat(
              Stream.of(
                  new GetItem(),
                  new BatchGetItem(),
                  new Query(),
                  new UpdateItem(),
                  WriteOperation.put(),
                  WriteOperation.delete(),
                  WriteOperation.batch(),
                  WriteOperation.transaction()),
              TableWrite.all().stream())
          .toList();

  static final OperationPlans<CachingTables> ALL = new OperationPlans<>(PLANS, others());

  public static final OperationTable TABLE = ALL.table();

  private CachingOperations() {}

  /** The read that a request asks for; null if it is none whose answer may be in memory. */
  static @Nullable CachedRead<DynamoDbRequest, ?> read(DynamoDbRequest request) {
    return ALL.find(CachedRead.class, request);
  }

  private static OperationTable.Builder others() {
    return OperationTable.builder()
        .passThrough("Names no table", OperationGroups.account())
        .passThrough(
            "Never answered from memory",
            OperationPlans.without(PLANS, OperationGroups.itemsExcept(Set.of())))
        .passThrough(
            "Concerns no item that is there",
            OperationPlans.without(PLANS, OperationGroups.schema()))
        .passThrough("Makes a new table", OperationGroups.restore())
        .passThrough("Makes a new table", Operation.IMPORT_TABLE)
        .passThrough("Concerns the table as a whole", OperationGroups.wholeTables());
  }
}
