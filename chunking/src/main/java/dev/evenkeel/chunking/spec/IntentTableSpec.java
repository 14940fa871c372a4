package dev.evenkeel.chunking.spec;

/**
 * The small table that names unfinished writes, so that a sweep finds them without scanning
 * anything else. One may serve many tables.
 *
 * @param tableName its name or ARN
 * @param partitionKey its partition key attribute, an N: a bucket from 0 to 15
 * @param sortKey its sort key attribute, an S: when the intent falls due, and its id
 */
public record IntentTableSpec(String tableName, String partitionKey, String sortKey) {
  /** Over how many partition key values intents spread: 16 buckets carry 16,000 writes a second. */
  public static final int BUCKETS = 16;

  public IntentTableSpec {
    if (tableName.isEmpty() || partitionKey.isEmpty() || sortKey.isEmpty()) {
      throw new IllegalArgumentException("an intent table and its key attributes need names");
    }
    if (partitionKey.equals(sortKey)) {
      throw new IllegalArgumentException(
          "intent table '%s' needs two different key attributes".formatted(tableName));
    }
  }

  /** A table with the keys {@code Bucket} and {@code Due}. */
  public static IntentTableSpec of(String tableName) {
    return new IntentTableSpec(tableName, "Bucket", "Due");
  }
}
