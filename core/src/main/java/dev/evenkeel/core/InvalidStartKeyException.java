package dev.evenkeel.core;

/**
 * A decorator cannot resume from an exclusive start key, although plain DynamoDB might: it belongs
 * to another spec, was edited, or lacks data that the decorator needs. No rows were read, and at
 * most the item that the start key names. A start key is valid if it holds exactly the key
 * attributes of an item that the request could return; the item need not exist unless the message
 * says so.
 *
 * <p>A start key that plain DynamoDB refuses (it lacks an attribute, has one of another type, is of
 * another partition key, or lies outside the key condition) is refused as DynamoDB does, with a
 * ValidationException.
 */
public class InvalidStartKeyException extends RefusedOperationException {
  /** The default remedy; a clause without a full stop. */
  public static final String REMEDY =
      "Pass the LastEvaluatedKey of the page before, or the key attributes of an item";

  private static final long serialVersionUID = 1L;

  public InvalidStartKeyException(String operation, String table, String reason) {
    this(operation, table, reason, REMEDY);
  }

  /** As {@link RefusedOperationException#RefusedOperationException}. */
  public InvalidStartKeyException(String operation, String table, String reason, String remedy) {
    super(operation, table, reason, remedy);
  }
}
