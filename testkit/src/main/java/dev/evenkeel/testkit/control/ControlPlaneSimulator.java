package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/**
 * An account whose table operations take their time, in virtual time.
 *
 * <pre>{@code
 * ControlPlaneSimulator aws = ControlPlaneSimulator.seeded(42).over(local.client()).build();
 * DynamoDbClient client = aws.client();
 * client.createTable(...);             // CREATING; describeTable may not find it yet
 * aws.advance(Duration.ofMinutes(1));  // ACTIVE, and found by everybody
 * }</pre>
 *
 * <p>It knows CreateTable, UpdateTable, DeleteTable, DescribeTable, ListTables, tags, time to live,
 * point-in-time recovery and DescribeLimits, and refuses all other operations on tables with {@link
 * UnsupportedOperationException}. Tables are those that were created through it, or {@linkplain
 * #adopt adopted}. DescribeTable, ListTables and ListTagsOfResource are eventually consistent:
 * every change is seen some time after it was made, and none is unseen again.
 *
 * <p>Operations on items go to the client given to {@code over}, if the table serves in truth:
 * {@code ResourceNotFoundException} while it is CREATING and for a while after; a table that is
 * DELETING serves for a while longer, and writes to it are lost and logged as such. Capacity
 * throttles nothing, time to live deletes nothing, and PartiQL is refused. Without such a client,
 * reads of a table that serves find nothing, and writes are refused.
 *
 * <p>Nothing sleeps, and time moves by {@link #advance} only, so the SDK's waiters wait for ever.
 * The same calls in the same order come out the same for a seed. Safe for use by several threads;
 * what is drawn for a table depends on the calls about that table only.
 */
public final class ControlPlaneSimulator implements InstantSource {
  private final SimulatedAccount account;
  private final Calls calls;
  private final AppliedFaults.Faults faults = new AppliedFaults.Faults();
  private final List<ControlHook> hooks = new CopyOnWriteArrayList<>();
  private final ControlLog log = new ControlLog();
  private final Engines engines;

  private ControlPlaneSimulator(Builder builder) {
    this.engines = new Engines(builder.engine, builder.asyncEngine);
    Draws draws = new Draws(builder.seed);
    this.account =
        new SimulatedAccount(
            draws,
            builder.timings,
            builder.limits,
            builder.capabilities,
            engines.isNone() ? RealTables.NONE : engines::send,
            log,
            builder.start);
    TableOperations operations = new TableOperations(account, builder.capabilities);
    this.calls = new Calls(account, operations, faults, draws, hooks, log);
  }

  /** A simulator that draws from {@code seed}. */
  public static Builder seeded(long seed) {
    return new Builder(seed);
  }

  /**
   * A new client of the account. Closing it closes nothing else; operations on items need {@link
   * Builder#over(DynamoDbClient)}.
   */
  public DynamoDbClient client() {
    return SimulatedClient.sync(calls, engines);
  }

  /**
   * A new client of the account. Closing it closes nothing else; operations on items need {@link
   * Builder#over(DynamoDbAsyncClient)}. Futures of table operations are complete.
   */
  public DynamoDbAsyncClient asyncClient() {
    return SimulatedClient.async(calls, engines);
  }

  /** The current time. */
  @Override
  public Instant instant() {
    synchronized (account) {
      return account.now();
    }
  }

  /** The current time. */
  public Instant now() {
    return instant();
  }

  /**
   * Advances time and runs the scheduled events, in order.
   *
   * @throws IllegalArgumentException if the time is negative
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time does not run backwards: " + time);
    }
    synchronized (account) {
      account.advance(time);
    }
  }

  /**
   * Makes a table that is ACTIVE, serving and visible at once, without a call that is logged or
   * counted: a table from before the test. If the engine has a table of that name already, it stays
   * as it is.
   *
   * @throws IllegalArgumentException if the simulator has a table of that name
   */
  public void adopt(CreateTableRequest table) {
    synchronized (account) {
      account.adopt(table);
    }
  }

  /**
   * Ends the running operation on a table at once, stuck or not.
   *
   * @throws IllegalArgumentException if it is neither CREATING nor UPDATING nor DELETING
   */
  public void release(String table) {
    synchronized (account) {
      account.release(table);
    }
  }

  /** Adds a fault from now on. */
  public void inject(ControlFault fault) {
    synchronized (account) {
      faults.add(fault);
    }
  }

  /** Removes all faults from now on. Stuck operations stay stuck. */
  public void stopFaults() {
    synchronized (account) {
      faults.clear();
    }
  }

  /** Adds a hook for every table operation, after the earlier hooks. */
  public void hook(ControlHook hook) {
    hooks.add(hook);
  }

  /** Removes all hooks. */
  public void unhook() {
    hooks.clear();
  }

  /** The log of past and future events. */
  public ControlLog log() {
    return log;
  }

  /** A judge of what happened so far. */
  public ControlChecker checker() {
    return ControlChecker.of(log);
  }

  /** Configures a simulator. */
  public static final class Builder {
    private final long seed;
    private Instant start = Instant.parse("2026-01-01T00:00:00Z");
    private ControlTimings timings = ControlTimings.typical();
    private ControlLimits limits = ControlLimits.aws();
    private Set<EngineCapability> capabilities = EnumSet.allOf(EngineCapability.class);
    private @Nullable DynamoDbClient engine;
    private @Nullable DynamoDbAsyncClient asyncEngine;

    private Builder(long seed) {
      this.seed = seed;
    }

    /**
     * Items are in this client's tables, which the simulator creates and deletes there. It must do
     * table operations at once, as DynamoDB Local does. If there is an async client too, it must be
     * one of the same server.
     */
    public Builder over(DynamoDbClient client) {
      engine = client;
      return this;
    }

    /** The same for the async client of the simulator. */
    public Builder over(DynamoDbAsyncClient client) {
      asyncEngine = client;
      return this;
    }

    /** The time to begin with; unless it is said, 2026 begins. */
    public Builder startingAt(Instant time) {
      start = time;
      return this;
    }

    /** Sets the durations of operations; {@link ControlTimings#typical} by default. */
    public Builder timings(ControlTimings times) {
      timings = times;
      return this;
    }

    /** The limits of the account; {@link ControlLimits#aws} by default. */
    public Builder limits(ControlLimits quotas) {
      limits = quotas;
      return this;
    }

    /** The capabilities of the engine; all by default. */
    public Builder capabilities(Set<EngineCapability> able) {
      capabilities = Set.copyOf(able);
      return this;
    }

    /** The simulator. */
    public ControlPlaneSimulator build() {
      return new ControlPlaneSimulator(this);
    }
  }
}
