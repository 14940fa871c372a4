package dev.evenkeel.simulator.spec;

/**
 * Why a request was throttled: the first limit it met, the table's before those of the indexes.
 *
 * @param resource the name of the table or index
 * @param index whether that is an index
 * @param operation the type of the request
 * @param limit the limit
 */
public record ThrottleReason(
    String resource, boolean index, OperationType operation, LimitType limit) {

  /** The code as DynamoDB writes it, such as {@code IndexWriteKeyRangeThroughputExceeded}. */
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
