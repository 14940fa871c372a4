package dev.evenkeel.chunking.internal.store;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.core.item.KeyAttribute;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Names the chunk and intent tables in failures of requests to them: a missing one would look like
 * the caller's table, and refused keys like an error in the caller's item.
 */
public final class MissingStores {
  private MissingStores() {}

  /** A request to a chunk table. */
  public static <T> Flow<T> named(ChunkTableSpec table, Flow<T> request) {
    return request.mapFailure(failure -> named(described(table), failure));
  }

  /** A request to an intent table. */
  public static <T> Flow<T> named(IntentTableSpec table, Flow<T> request) {
    return request.mapFailure(failure -> named(described(table), failure));
  }

  /**
   * The failure of a transaction on our own tables and on an item that was read before, with the
   * missing tables named.
   */
  public static Throwable named(ChunkingSpec spec, Throwable failure) {
    return failure instanceof ResourceNotFoundException
        ? missing(described(spec), failure)
        : failure;
  }

  /**
   * The failure of a transaction's action on one of our own tables, with the missing table named.
   */
  public static Throwable namedOfOurs(ChunkingSpec spec, Throwable failure) {
    return named(described(spec), failure);
  }

  private static String described(ChunkingSpec spec) {
    String intents = described(requireNonNull(spec.intentTable()));
    ChunkTableSpec chunks = spec.chunkTable();
    return chunks == null ? intents : described(chunks) + ", and " + intents;
  }

  private static String described(ChunkTableSpec table) {
    KeyAttribute sort = table.key().sortKey();
    String keys =
        sort == null
            ? "partition key '%s' (S) and no sort key".formatted(table.partitionKey())
            : "partition key '%s' (S) and sort key '%s' (%s)"
                .formatted(table.partitionKey(), sort.name(), sort.type());
    return "table '%s' for chunks, with %s".formatted(table.tableName(), keys);
  }

  private static String described(IntentTableSpec table) {
    return "table '%s' for intents, with partition key '%s' (N) and sort key '%s' (S)"
        .formatted(table.tableName(), table.partitionKey(), table.sortKey());
  }

  private static Throwable named(String table, Throwable failure) {
    if (failure instanceof ResourceNotFoundException) {
      return missing(table, failure);
    }
    return ErrorCode.isInvalid(failure)
        ? new ChunkingException(
            Reason.STORE_MISSING,
            "The spec names %s, and DynamoDB refused what goes there, as it does where a table has other keys. Create one with these, or correct the spec."
                .formatted(table),
            failure)
        : failure;
  }

  private static ChunkingException missing(String table, Throwable failure) {
    return new ChunkingException(
        Reason.STORE_MISSING,
        "The spec names %s, and there is none of that name. Create it, or correct the spec."
            .formatted(table),
        failure);
  }
}
