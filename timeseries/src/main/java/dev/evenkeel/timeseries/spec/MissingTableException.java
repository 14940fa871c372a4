package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.DecoratorException;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The table of a period does not exist although the series should have it: the lifecycle does not
 * run, its plan failed, the period was over before the series was set up, or the table was deleted.
 * Nothing was written to that table. Most often nothing was written at all; where {@link
 * #mayHaveWritten} says otherwise, entries of a batch for other tables may have been.
 *
 * <p>Its cause is DynamoDB's own {@link ResourceNotFoundException}.
 */
public final class MissingTableException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final List<String> periodTables;
  private final boolean mayHaveWritten;

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
    this(missing(operation, tableName, periodTables), periodTables, false, cause);
  }

  private MissingTableException(
      String message,
      List<String> periodTables,
      boolean mayHaveWritten,
      ResourceNotFoundException cause) {
    super(message, cause);
    this.periodTables = List.copyOf(periodTables);
    this.mayHaveWritten = mayHaveWritten;
  }

  /** The exception for a batch of writes whose entries for other tables were sent, too. */
  public static MissingTableException amidBatch(
      String operation,
      String tableName,
      List<String> periodTables,
      ResourceNotFoundException cause) {
    return new MissingTableException(
        missing(operation, tableName, periodTables)
            + " Entries of the batch for other tables may have been written. Once the table is there, repeat the batch as one whose answer was lost.",
        periodTables,
        true,
        cause);
  }

  /** The exception for a period that is archived, and not restored (any more). */
  public static MissingTableException archived(
      String operation, String tableName, String periodTable, ResourceNotFoundException cause) {
    return new MissingTableException(
        "%s on '%s' failed: table '%s' is archived, and not restored. Restore it with the table lifecycle, or leave its period out."
            .formatted(operation, tableName, periodTable),
        List.of(periodTable),
        false,
        cause);
  }

  private static String missing(String operation, String tableName, List<String> periodTables) {
    return "%s on '%s' failed: there is no table %s. Run the table lifecycle, which builds the table of each period that items may come for; look at its plan if it does."
        .formatted(operation, tableName, names(periodTables));
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

  /**
   * Whether entries of the batch for other tables may have been written: each period's table has a
   * request of its own, and all are sent side by side. Repeat it then as a batch whose answer was
   * lost. It is of one request to the client that has the series: a client in front of that one may
   * have sent others.
   */
  public boolean mayHaveWritten() {
    return mayHaveWritten;
  }

  @Override
  public boolean isOfClosedTable() {
    return true;
  }
}
