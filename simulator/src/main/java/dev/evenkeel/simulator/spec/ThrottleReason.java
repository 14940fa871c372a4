package dev.evenkeel.simulator.spec;

/**
 * Why a request was throttled: the first limit it met, the table's before those of the indexes.
 *
 * @param resource the name of the table or index
 * @param index whether that is an index
 * @param operation what was asked of it
 * @param limit which limit it was
 */
public record ThrottleReason(
    String resource, boolean index, OperationType operation, LimitType limit) {

  /** As DynamoDB writes it, such as {@code IndexWriteKeyRangeThroughputExceeded}. */
  public String code() {
    return (index ? "Index" : "Table")
        + (operation == OperationType.READ ? "Read" : "Write")
        + limit;
  }

  /** Such as {@code TableWriteKeyRangeThroughputExceeded (orders)}. */
  @Override
  public String toString() {
    return code() + " (" + resource + ")";
  }
}
