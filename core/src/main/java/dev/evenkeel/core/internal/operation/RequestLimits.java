package dev.evenkeel.core.internal.operation;

/** The limits of requests in DynamoDB's API reference. */
public final class RequestLimits {
  /** BatchGetItem: "as many as 100 items". */
  public static final int BATCH_KEYS_MAX = 100;

  /** BatchWriteItem: "as many as 25 item put or delete operations". */
  public static final int BATCH_WRITES_MAX = 25;

  /** TransactGetItems and TransactWriteItems: up to 100 actions. */
  public static final int ACTIONS_MAX = 100;

  private RequestLimits() {}
}
