package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The table of a period does not exist although the series should have it: the lifecycle does not
 * run, its plan failed, the period was over before the series was set up, or the table was deleted.
 * Of the request nothing was written to that table, and nothing to any other.
 *
 * <p>Its cause is DynamoDB's own {@link ResourceNotFoundException}.
 */
public final class MissingTableException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final List<String> periodTables;

  /**
   * @param operation the operation
   * @param tableName the logical table
   * @param periodTables one of which is missing
   * @param cause how DynamoDB said so
   */
  public MissingTableException(
      String operation,
      String tableName,
      List<String> periodTables,
      ResourceNotFoundException cause) {
    super(
        "%s on '%s' failed: there is no table %s. Run the table lifecycle, which builds the table of each period that items may come for; look at its plan if it does."
            .formatted(operation, tableName, names(periodTables)),
        cause);
    this.periodTables = List.copyOf(periodTables);
  }

  private MissingTableException(
      String message, List<String> periodTables, ResourceNotFoundException cause) {
    super(message, cause);
    this.periodTables = List.copyOf(periodTables);
  }

  /** The exception for a period that is archived, and not restored (any more). */
  public static MissingTableException archived(
      String operation, String tableName, String periodTable, ResourceNotFoundException cause) {
    return new MissingTableException(
        "%s on '%s' failed: table '%s' is archived, and not restored. Restore it with the table lifecycle, or leave its period out."
            .formatted(operation, tableName, periodTable),
        List.of(periodTable),
        cause);
  }

  private static String names(List<String> tables) {
    return tables.size() == 1 ? "'" + tables.get(0) + "'" : "of the name of one of " + tables;
  }

  /**
   * The names of the tables of which one is missing; mostly one. Those of a transaction, which does
   * not say which, are all of its tables, also those that are no series'.
   */
  public List<String> periodTables() {
    return periodTables;
  }

  @Override
  public boolean isOfClosedTable() {
    return true;
  }
}
