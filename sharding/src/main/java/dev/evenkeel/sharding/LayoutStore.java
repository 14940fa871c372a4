package dev.evenkeel.sharding;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.live.LayoutEdits;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.internal.live.ShadowReads.Outcome;
import dev.evenkeel.sharding.internal.shell.LayoutSessions;
import dev.evenkeel.sharding.internal.shell.ShadowCounts;
import dev.evenkeel.sharding.spec.LayoutSource;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * The layout records of tables, in a control table of their own: which logical keys have more
 * shards from which sort key on. Clients whose specs name it ({@code layoutFrom}) act on a record
 * for a lease of {@link #lease} and renew it in time, so that a change can know when no client acts
 * on an older one.
 *
 * <p>One daemon thread reads the records of all tables of this store: one consistent read for each
 * table and third of a lease (0.15 read units a second by default). While a change may come (READY)
 * it writes a row of its own as often and reads twice a second; during one, ten times a second.
 * Where a spec has {@code HeatPolicy.apply()} it also looks at all rows each 11 minutes, for 16
 * read units or more, and deletes those of clients that have died. A control table that cannot be
 * reached stops calls on these tables once the lease is over ({@link LayoutUnknownException}):
 * nothing is guessed.
 *
 * <p>Safe for use by many threads and clients. Close it after the last call: {@link #close} stops
 * the thread and takes the rows away; the control client stays the caller's.
 */
public final class LayoutStore implements LayoutSource, AutoCloseable {
  private final DynamoDbClient control;
  private final LayoutSessions sessions;

  private LayoutStore(Builder builder) {
    this.control = builder.control;
    this.sessions =
        new LayoutSessions(
            builder.control,
            builder.table,
            new LayoutTimes(builder.lease, builder.late),
            builder.shadowReads,
            builder.isWrittenInOneRegion);
  }

  /**
   * Starts a store.
   *
   * @param control reads and writes the control table; a plain client, which is never closed here
   */
  public static Builder builder(DynamoDbClient control) {
    return new Builder(control);
  }

  /**
   * Where a spec has its layout looked up; null if it has not.
   *
   * @throws IllegalArgumentException if that is no layout store
   */
  public static @Nullable LayoutStore of(ShardingSpec spec) {
    return of(spec.tableName(), spec.layoutSource());
  }

  static @Nullable LayoutStore of(String table, @Nullable LayoutSource source) {
    if (source == null || source instanceof LayoutStore) {
      return (LayoutStore) source;
    }
    throw new IllegalArgumentException(
        "The layout of table '%s' is looked up in something that is no LayoutStore"
            .formatted(table));
  }

  /** The same of a spec that must have it. */
  static LayoutStore required(String table, @Nullable LayoutSource source) {
    LayoutStore store = of(table, source);
    if (store == null) {
      throw new IllegalArgumentException(
          "The spec of table '%s' has no layout record: say layoutFrom(store)".formatted(table));
    }
    return store;
  }

  @Override
  public String table() {
    return sessions.controlTable();
  }

  /** For how long a client acts on what it has read. */
  public Duration lease() {
    return sessions.times().lease();
  }

  /**
   * Creates the control table, paid per request, and waits until it is there. Does nothing if it
   * is.
   */
  public void createTable() {
    try {
      control.createTable(
          create ->
              create
                  .tableName(table())
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(text("pk"), text("sk"))
                  .keySchema(
                      KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
                      KeySchemaElement.builder()
                          .attributeName("sk")
                          .keyType(KeyType.RANGE)
                          .build()));
    } catch (ResourceInUseException e) {
      // it is there, or about to be
    }
    try (DynamoDbWaiter waiter = DynamoDbWaiter.builder().client(control).build()) {
      waiter.waitUntilTableExists(describe -> describe.tableName(table()));
    }
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  /** What the {@linkplain Builder#shadowReads shadow reads} of this process have found so far. */
  public ShadowReads shadowReads() {
    ShadowCounts counts = sessions.shadowReads();
    return new ShadowReads(
        counts.of(Outcome.EQUAL), counts.of(Outcome.NOT_MOVED), counts.of(Outcome.DIFFERENT));
  }

  /**
   * Items of reads that both layouts have answered while items were moved.
   *
   * @param equal the new layout alone answers the same
   * @param notMoved the item is at its old place only, as it should be until it is moved
   * @param different another item is at the new place, while one is at the old: a client without
   *     Evenkeel has written there, or an earlier layout left it
   */
  public record ShadowReads(long equal, long notMoved, long different) {}

  /** The edits of a table's record. */
  LayoutEdits edits(ManagedTable edited) {
    LayoutTimes times = sessions().times();
    return new LayoutEdits(
        edited.tableName(),
        edited.storedKey(edited.plain()),
        new LayoutTable(table(), edited.name(), Instant::now),
        times,
        LayoutRecord.first(times.with(edited.layoutId())),
        new RowWatch(times, System::nanoTime),
        sessions().clock(),
        sessions().regions(edited.tableName()));
  }

  /** Runs a flow: requests on tables by the client, those on records by the sessions. */
  <R> R run(Flow<R> flow, DynamoDbClient client) {
    return run(flow, client, ClientThreads.shared());
  }

  /** The same, on these threads. */
  <R> R run(Flow<R> flow, DynamoDbClient client, ClientThreads threads) {
    Sender<Object> data = Sender.sync(client, Sender.nothingElse());
    return SyncRunner.create(threads).run(flow, sessions.beside(data), Deadline.NONE);
  }

  LayoutSessions sessions() {
    return sessions;
  }

  /** The sessions for the layout of a spec; null if that is not looked up. */
  static @Nullable LayoutSessions sessionsOf(ShardingSpec spec) {
    LayoutStore store = of(spec);
    return store == null ? null : store.sessions;
  }

  /**
   * Stops the renewal, and takes the rows of this process away, so that no change waits for it. On
   * a table that is READY no further call passes: it fails at once with a {@link
   * LayoutUnknownException}. A change that {@code HeatPolicy.apply()} has begun is waited for, for
   * 2 seconds, and is given up then; writes under way are waited for, for a second. A row stays if
   * one of them gets no answer, or the control table cannot be reached: others then wait for a
   * lease and a late request.
   *
   * <p>That takes a tenth of a second mostly. Where the control table does not answer it takes up
   * to 10 seconds and one timeout of a request. Throws nothing. An interrupt of the calling thread
   * does not keep the rows from being taken away, and is still there afterwards. Further calls do
   * nothing. Not to be called by an interceptor of the clients that use this store.
   */
  @Override
  public void close() {
    sessions.close();
  }

  @Override
  public String toString() {
    return "LayoutStore[" + table() + "]";
  }

  /**
   * Collects a store. Defaults: the table {@code evenkeel-layouts}, a lease of 20 seconds, requests
   * that may be applied up to 20 minutes after they were signed.
   */
  public static final class Builder {
    private final DynamoDbClient control;
    private String table = "evenkeel-layouts";
    private Duration lease = LayoutTimes.DEFAULT.lease();
    private Duration late = LayoutTimes.DEFAULT.late();
    private double shadowReads;
    private boolean isWrittenInOneRegion;

    private Builder(DynamoDbClient control) {
      this.control = control;
    }

    /** The name of the control table. */
    public Builder table(String name) {
      this.table = name;
      return this;
    }

    /**
     * The times of the protocol, which all clients and commands of a control table must share.
     *
     * @param newLease for how long a client acts on what it has read
     * @param newLate how long after it was signed a request may still be applied: DynamoDB takes a
     *     signature for 15 minutes, so less than that is for tests only
     */
    public Builder times(Duration newLease, Duration newLate) {
      this.lease = newLease;
      this.late = newLate;
      return this;
    }

    /**
     * Compares what both layouts answer while items are moved, for a share of GetItem and Query
     * reads. Such a GetItem reads both places, one after the other, which it does anyway once the
     * item is moved. A Query sends nothing more, since it reads both layouts; only where they
     * differ is the old one read again. {@link LayoutStore#shadowReads} tells the counts.
     *
     * @param share from 0, the default, for none, to 1 for all
     */
    public Builder shadowReads(double share) {
      this.shadowReads = share;
      return this;
    }

    /**
     * Says that all clients write the tables in one Region, that of the clients which change
     * layouts. Without it pieces and moves of a global table are refused: what another Region
     * writes comes late, and could be hidden or lost. Only changes ask for it, not reads and
     * writes.
     */
    public Builder writtenInOneRegion() {
      this.isWrittenInOneRegion = true;
      return this;
    }

    /** Makes the store; sends nothing. */
    public LayoutStore build() {
      if (!(shadowReads >= 0 && shadowReads <= 1)) {
        throw new IllegalArgumentException(
            "shadowReads must be from 0 for no read to 1 for all but was " + shadowReads);
      }
      if (lease.isNegative() || lease.isZero() || late.isNegative()) {
        throw new IllegalArgumentException(
            "times must be a lease above 0 and a lateness of at least 0 but were %s and %s"
                .formatted(lease, late));
      }
      return new LayoutStore(this);
    }
  }
}
