package dev.evenkeel.core.internal.operation;

import static dev.evenkeel.core.operation.Operation.CREATE_TABLE;
import static dev.evenkeel.core.operation.Operation.DELETE_BACKUP;
import static dev.evenkeel.core.operation.Operation.DELETE_TABLE;
import static dev.evenkeel.core.operation.Operation.DESCRIBE_BACKUP;
import static dev.evenkeel.core.operation.Operation.DESCRIBE_IMPORT;
import static dev.evenkeel.core.operation.Operation.DESCRIBE_TABLE;
import static dev.evenkeel.core.operation.Operation.IMPORT_TABLE;
import static dev.evenkeel.core.operation.Operation.RESTORE_TABLE_FROM_BACKUP;
import static dev.evenkeel.core.operation.Operation.RESTORE_TABLE_TO_POINT_IN_TIME;
import static dev.evenkeel.core.operation.Operation.UPDATE_TABLE;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Operations that decorators treat alike, by what they concern. */
public final class OperationGroups {
  private static final Set<Operation> SCHEMA =
      EnumSet.of(
          CREATE_TABLE,
          UPDATE_TABLE,
          DESCRIBE_TABLE,
          DELETE_TABLE,
          DESCRIBE_BACKUP,
          DELETE_BACKUP,
          DESCRIBE_IMPORT);

  private static final Set<Operation> RESTORE =
      EnumSet.of(RESTORE_TABLE_FROM_BACKUP, RESTORE_TABLE_TO_POINT_IN_TIME);

  private OperationGroups() {}

  /** The operations that name no table. */
  public static Operation[] account() {
    return where(operation -> operation.kind() == Kind.ACCOUNT);
  }

  public static Operation[] partiQl() {
    return where(operation -> operation.kind() == Kind.PARTIQL);
  }

  /** The operations on items, without the given ones. */
  public static Operation[] itemsExcept(Set<Operation> named) {
    return where(operation -> isOfItems(operation) && !named.contains(operation));
  }

  /** The operations that define or show key types. */
  public static Operation[] schema() {
    return SCHEMA.toArray(Operation[]::new);
  }

  public static Operation[] restore() {
    return RESTORE.toArray(Operation[]::new);
  }

  /** The operations on a table as a whole. */
  public static Operation[] wholeTables() {
    return where(
        operation ->
            !isOfItems(operation)
                && operation.kind() != Kind.PARTIQL
                && operation.kind() != Kind.ACCOUNT
                && !SCHEMA.contains(operation)
                && !RESTORE.contains(operation)
                && operation != IMPORT_TABLE);
  }

  private static boolean isOfItems(Operation operation) {
    return operation.kind() == Kind.ITEM_READ || operation.kind() == Kind.ITEM_WRITE;
  }

  private static Operation[] where(Predicate<Operation> wanted) {
    return Stream.of(Operation.values()).filter(wanted).toArray(Operation[]::new);
  }
}
