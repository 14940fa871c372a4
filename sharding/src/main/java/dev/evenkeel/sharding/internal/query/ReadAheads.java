package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.page.ReadAhead;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Keeps what merged pages read beyond their end until the next page is asked for. Nothing depends
 * on it being kept: a page that finds nothing is read afresh. Only requests that {@link #mayServe}
 * leave rows here and take them.
 */
public interface ReadAheads {

  /**
   * What writes are noted of: a logical key of one table, since others may have the same key and
   * are written on their own.
   *
   * @param key null for all keys of the table, where rows of many are read: an index that is
   *     sharded itself
   */
  record Scope(String table, @Nullable AttributeValue key) {}

  /** Keeps nothing. */
  ReadAheads NONE =
      new ReadAheads() {
        @Override
        public long bytesMax() {
          return 0;
        }

        @Override
        public long mark(Scope scope) {
          return 0;
        }

        @Override
        public void written(Scope scope) {}

        @Override
        public void keep(QueryRequest next, Scope scope, long mark, ReadAhead rows) {}

        @Override
        public @Nullable ReadAhead take(QueryRequest request) {
          return null;
        }

        @Override
        public boolean holds(QueryRequest request) {
          return false;
        }
      };

  /** How much one query may hold; 0 if nothing is kept. */
  long bytesMax();

  /** A mark that changes with every write in a scope; to be taken before reading. */
  long mark(Scope scope);

  /** Notes that something in a scope is about to be written, or has been. */
  void written(Scope scope);

  /**
   * Keeps rows for the page that {@code next} asks for, unless the scope was written since the
   * mark.
   */
  void keep(QueryRequest next, Scope scope, long mark, ReadAhead rows);

  /**
   * Takes out what was kept for this page, or null; valid only if the key was not written since.
   */
  @Nullable ReadAhead take(QueryRequest request);

  /** Whether {@link #take} would find something; takes nothing. */
  boolean holds(QueryRequest request);

  /**
   * What two requests for the same page have in common: everything but their size, and whether they
   * ask for the capacity.
   */
  static QueryRequest pageOf(QueryRequest request, Map<String, AttributeValue> startKey) {
    return request.toBuilder()
        .exclusiveStartKey(startKey)
        .limit(null)
        .returnConsumedCapacity((String) null)
        .build();
  }

  /**
   * Whether the rows of a request may come from one that was equal to it, or go to one. Not those
   * of a consistent read, and not those of a request that comes with settings which may stand for
   * another caller: equal credentials providers, signers or plugins can act for whoever calls.
   * Names and timeouts cannot; the SDK's paginators and its Enhanced Client send names.
   */
  static boolean mayServe(QueryRequest request) {
    return !Boolean.TRUE.equals(request.consistentRead())
        && request.overrideConfiguration().map(ReadAheads::namesAndTimeoutsOnly).orElse(true);
  }

  private static boolean namesAndTimeoutsOnly(RequestOverrideConfiguration settings) {
    AwsRequestOverrideConfiguration.Builder allowed = AwsRequestOverrideConfiguration.builder();
    settings.apiNames().forEach(allowed::addApiName);
    settings.apiCallTimeout().ifPresent(allowed::apiCallTimeout);
    settings.apiCallAttemptTimeout().ifPresent(allowed::apiCallAttemptTimeout);
    return allowed.build().equals(settings);
  }
}
