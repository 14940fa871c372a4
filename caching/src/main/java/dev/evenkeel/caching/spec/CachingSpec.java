package dev.evenkeel.caching.spec;

import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Says what is cached of one table. Immutable.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#caching -->
 *
 * <pre>{@code
 * CachingSpec prices =
 *     CachingSpec.builder("prices")
 *         .partitionKey("id", ScalarAttributeType.S)
 *         .timeToLive(Duration.ofSeconds(10)) // the most that writes of others are late
 *         .popular(3, Duration.ofMinutes(1)) // all others are read as ever
 *         .build();
 * }</pre>
 *
 * @param tableName a name or an ARN
 * @param key the key of the table, as callers of this client see it
 * @param timeToLive the most that an answer may be older than writes of other processes
 * @param missing the same of the answer that there is no such item; null if that is not cached
 * @param popularAt how often an item has to be read within {@link #popularWithin} to be cached
 * @param popularWithin see {@code popularAt}
 * @param eventual whether items are read eventually consistently to be cached
 * @param refreshAhead whether an item that is still read is read anew before its time is over
 * @param pages whether pages of queries are cached, too
 */
public record CachingSpec(
    String tableName,
    KeySchema key,
    Duration timeToLive,
    @Nullable Duration missing,
    int popularAt,
    Duration popularWithin,
    boolean eventual,
    boolean refreshAhead,
    boolean pages) {

  /** Longer than an answer can be of use, and short enough to be counted in nanoseconds. */
  private static final Duration TIME_MAX = Duration.ofDays(365);

  public CachingSpec {
    if (!isTime(timeToLive)
        || !isTime(popularWithin)
        || (missing != null && !isTime(missing))
        || popularAt < 1) {
      throw new IllegalArgumentException(
          "The cache of table '%s' needs times of up to 365 days, longer than nothing, and 1 read or more that make an item popular."
              .formatted(tableName));
    }
  }

  private static boolean isTime(Duration duration) {
    return !duration.isNegative() && !duration.isZero() && duration.compareTo(TIME_MAX) <= 0;
  }

  /**
   * Starts a spec. Required: a partition key. Defaults: items that are read 3 times within a minute
   * are cached for at most 10 seconds, read consistently, and not ahead of time; pages of queries
   * are not.
   *
   * @param tableName a name or an ARN
   */
  public static Builder builder(String tableName) {
    return new Builder(tableName);
  }

  /** Collects a {@link CachingSpec}. */
  public static final class Builder {
    private final String tableName;
    private @Nullable KeyAttribute partition;
    private @Nullable KeyAttribute sort;
    private Duration timeToLive = Duration.ofSeconds(10);
    private @Nullable Duration missing;
    private int popularAt = 3;
    private Duration popularWithin = Duration.ofMinutes(1);
    private boolean eventual;
    private boolean refreshAhead;
    private boolean pages;

    private Builder(String tableName) {
      this.tableName = Objects.requireNonNull(tableName);
    }

    /** The partition key of the table, a string. */
    public Builder partitionKey(String name) {
      return partitionKey(name, ScalarAttributeType.S);
    }

    /** The partition key of the table, as callers of this client see it. */
    public Builder partitionKey(String name, ScalarAttributeType type) {
      this.partition = new KeyAttribute(name, type);
      return this;
    }

    /** The sort key of the table, a string, if it has one. */
    public Builder sortKey(String name) {
      return sortKey(name, ScalarAttributeType.S);
    }

    /** The sort key of the table, if it has one. */
    public Builder sortKey(String name, ScalarAttributeType type) {
      this.sort = new KeyAttribute(name, type);
      return this;
    }

    /**
     * The most that an answer may be older than a write of another process. It counts from the
     * beginning of the read that fetched the item; up to a tenth less is taken, by chance, so that
     * items which were read together are not all read again together.
     */
    public Builder timeToLive(Duration most) {
      this.timeToLive = Objects.requireNonNull(most);
      return this;
    }

    /**
     * Caches, too, that there is no such item. Each missing key takes room, so that a caller who
     * asks for many of them drives items out.
     */
    public Builder missing(Duration most) {
      this.missing = Objects.requireNonNull(most);
      return this;
    }

    /**
     * What is popular. All other items are neither cached nor read otherwise than without a cache.
     *
     * @param reads so many of an item make it popular; 1 caches every item that is read
     * @param within the time in which they come
     */
    public Builder popular(int reads, Duration within) {
      this.popularAt = reads;
      this.popularWithin = Objects.requireNonNull(within);
      return this;
    }

    /**
     * Reads items eventually consistently to cache them, at half the cost. <b>A caller may then get
     * an answer from before its own write</b>, for as long as the time to live: DynamoDB may answer
     * the read that fills the cache with what was there before the write.
     */
    public Builder eventual() {
      this.eventual = true;
      return this;
    }

    /**
     * Reads an item anew in the last fifth of its time when it is asked for then, beside the call
     * that asks. No caller waits for an item that is asked for all the time.
     */
    public Builder refreshAhead() {
      this.refreshAhead = true;
      return this;
    }

    /**
     * Caches popular pages of queries, too: those of the table, never those of an index. A page is
     * what one Query request is answered with. It is popular on its own account, and the same
     * request finds it again; one with another limit, filter or start key is another page. A query
     * that finds nothing has a page, as any other.
     *
     * <p><b>Every write of an item takes all pages of its partition key value out of memory</b>,
     * before it is sent, and lets none in until it has ended. So what this cache's clients have
     * written is on every page that is read after it, as it is in every item. Pages of other
     * partition key values stay.
     *
     * <p><b>Cost.</b> A query that fills the cache is consistent and costs twice, and is sent again
     * after each write of its partition key value: a page has to be read three times between two
     * writes before units are saved. A page takes several times its size in DynamoDB of the heap,
     * which may be some MB for each MB. Of one partition key value 32 pages are kept, and no more
     * than fit into a quarter of the cache. Each write of the table costs a little more time, and
     * nothing else.
     *
     * <p><b>Not</b> for partition key values that are written as often as they are queried, nor for
     * queries that are all different, such as those for the last five minutes.
     */
    public Builder pages() {
      this.pages = true;
      return this;
    }

    /**
     * Makes the spec.
     *
     * @throws IllegalArgumentException with all that is wrong
     */
    public CachingSpec build() {
      Problems problems = new Problems();
      problems.require(partition != null, "it has no partition key: say partitionKey(name, type)");
      problems.require(
          isTime(timeToLive), "timeToLive has to be longer than nothing, and 365 days at most");
      problems.require(
          missing == null || isTime(missing),
          "missing has to be longer than nothing, and 365 days at most");
      problems.require(popularAt >= 1, "popular needs 1 read or more");
      problems.require(
          isTime(popularWithin), "popular needs a time longer than nothing, and 365 days at most");
      problems.require(
          partition == null || sort == null || !partition.name().equals(sort.name()),
          "its partition key and its sort key have one name");
      problems.refuse(
          all -> "Table '%s' cannot be cached like this: %s.".formatted(tableName, all));
      KeyAttribute known = Objects.requireNonNull(partition);
      return new CachingSpec(
          tableName,
          sort == null ? KeySchema.of(known) : KeySchema.of(known, sort),
          timeToLive,
          missing,
          popularAt,
          popularWithin,
          eventual,
          refreshAhead,
          pages);
    }
  }
}
