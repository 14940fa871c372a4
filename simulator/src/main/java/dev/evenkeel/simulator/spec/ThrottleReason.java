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

  /**
   * The limit that throttled a request, with the distinctions of DynamoDB's {@code
   * ThrottlingReason} (AWS, DynamoDB API reference, <em>ThrottlingReason</em>).
   */
  public enum LimitType {
    /** The table or index in provisioned mode has used up what is provisioned, burst included. */
    PROVISIONED_THROUGHPUT("ProvisionedThroughputExceeded"),

    /**
     * One partition has used up what it may, while the table has not; also an on-demand table that
     * has not yet adapted to more than twice its previous peak.
     */
    KEY_RANGE_THROUGHPUT("KeyRangeThroughputExceeded"),

    /** An on-demand table or index is at the account's quota for a table. */
    ACCOUNT_LIMIT("AccountLimitExceeded"),

    /** An on-demand table or index is at the maximum that its owner configured. */
    MAX_ON_DEMAND_THROUGHPUT("MaxOnDemandThroughputExceeded");

    private final String text;

    LimitType(String text) {
      this.text = text;
    }

    /** The name as DynamoDB writes it, such as {@code KeyRangeThroughputExceeded}. */
    @Override
    public String toString() {
      return text;
    }
  }
}
