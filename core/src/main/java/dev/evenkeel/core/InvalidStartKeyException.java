package dev.evenkeel.core;

/**
 * An exclusive start key does not belong to the request it came with: it is of another table,
 * logical key, index or spec, lies outside the key condition, lacks an attribute, or was edited. No
 * rows were read, and at most the item that the start key names. A start key is valid if it holds
 * exactly the key attributes of an item that the request could return; the item need not exist
 * unless the message says so.
 */
public class InvalidStartKeyException extends RefusedOperationException {
  private static final long serialVersionUID = 1L;

  public InvalidStartKeyException(String operation, String table, String reason) {
    this(
        operation,
        table,
        reason,
        "Pass the LastEvaluatedKey of the page before, or the key attributes of an item");
  }

  /** As {@link RefusedOperationException#RefusedOperationException}. */
  public InvalidStartKeyException(String operation, String table, String reason, String remedy) {
    super(operation, table, reason, remedy);
  }
}
