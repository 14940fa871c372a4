package dev.evenkeel.testkit.fault;

/**
 * Why DynamoDB throttles: the limit that was exceeded, and with it the exception that says so.
 * Source: the API reference of {@code ThrottlingReason} and "Troubleshooting throttling" in the
 * DynamoDB developer guide.
 */
public enum ThrottleLimit {
  /** The provisioned capacity of a table or index. */
  PROVISIONED("ProvisionedThroughputExceeded", ExceptionShape.PROVISIONED_THROUGHPUT_EXCEEDED),
  /** The throughput of one partition (a hot key), in provisioned mode. */
  KEY_RANGE("KeyRangeThroughputExceeded", ExceptionShape.PROVISIONED_THROUGHPUT_EXCEEDED),
  /** The throughput of one partition (a hot key), in on-demand mode. */
  KEY_RANGE_ON_DEMAND("KeyRangeThroughputExceeded", ExceptionShape.THROTTLING),
  /** The maximum throughput that was set for an on-demand table or index. */
  MAX_ON_DEMAND("MaxOnDemandThroughputExceeded", ExceptionShape.THROTTLING),
  /** The account's quota for one on-demand table. */
  ACCOUNT("AccountLimitExceeded", ExceptionShape.THROTTLING);

  private final String limitType;
  private final ExceptionShape shape;

  ThrottleLimit(String limitType, ExceptionShape shape) {
    this.limitType = limitType;
    this.shape = shape;
  }

  String limitType() {
    return limitType;
  }

  ExceptionShape shape() {
    return shape;
  }

  /** The exception's form on the wire; the two spell the list of reasons differently. */
  enum ExceptionShape {
    PROVISIONED_THROUGHPUT_EXCEEDED(
        "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
        "ThrottlingReasons",
        "The level of configured provisioned throughput for the table was exceeded."),
    THROTTLING(
        "com.amazon.coral.availability#ThrottlingException",
        "throttlingReasons",
        "Throughput exceeds the current capacity of your table or index.");

    private final String type;
    private final String reasonsField;
    private final String message;

    ExceptionShape(String type, String reasonsField, String message) {
      this.type = type;
      this.reasonsField = reasonsField;
      this.message = message;
    }

    String type() {
      return type;
    }

    String reasonsField() {
      return reasonsField;
    }

    String message() {
      return message;
    }
  }
}
