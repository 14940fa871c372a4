package dev.evenkeel.testkit.control;

import dev.evenkeel.testkit.control.ExportAccount.ExportSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * DynamoDB's export to S3 in front of an engine that has none, as DynamoDB Local, in virtual time.
 *
 * <pre>{@code
 * ExportSimulator aws = ExportSimulator.seeded(42).over(local.client()).into(s3).build();
 * DynamoDbClient client = aws.client();
 * client.updateContinuousBackups(...);    // exports need point-in-time recovery
 * client.exportTableToPointInTime(...);   // IN_PROGRESS
 * aws.advance(Duration.ofMinutes(15));    // COMPLETED, and its objects are in the bucket
 * }</pre>
 *
 * <p>It answers ExportTableToPointInTime, DescribeExport, ListExports, UpdateContinuousBackups and
 * DescribeContinuousBackups, and hands all other requests to the engine. Exports are full ones in
 * DynamoDB JSON; others are refused with {@link UnsupportedOperationException}. An export holds the
 * items that the table has when it is requested, whatever happens to the table afterwards; an
 * {@code ExportTime} before the last write that a client of the simulator made is refused, since
 * there is no past. Its objects are written when it ends: {@code _started}, data files of which the
 * last is empty, manifests and checksums.
 *
 * <p>States, members of the descriptions, failures, their texts and the order of the checks are
 * those that a public study for AWS Controllers for Kubernetes recorded on the service in October
 * 2026 (its findings DDB-EXPORT-001 to 026), and where it has none, those of the API reference.
 * Recorded were: IN_PROGRESS, then COMPLETED after 2.5 minutes (an empty table) or 12 (three
 * items); FAILED with {@code S3NoSuchBucket}, {@code S3AccessDenied} or {@code
 * KmsNotFoundException}; wrong buckets and keys are accepted at first, a table without recovery is
 * not; an {@code ExportTime} of a second ago is refused, and none at all is now; a token used again
 * returns its export, also when that has failed, and with other parameters {@code
 * ExportConflictException}. DescribeExport was consistent there; here it lags, unless {@link
 * Builder#telling} says otherwise.
 *
 * <p>Nothing sleeps. The same calls in the same order come out the same for a seed. Safe for use by
 * several threads.
 */
public final class ExportSimulator implements InstantSource {
  private final ExportAccount account;
  private final ExportOperations operations;
  private final List<ControlHook> hooks = new CopyOnWriteArrayList<>();
  private final Engines engines;
  private final @Nullable InstantSource source;
  private Instant now;

  private ExportSimulator(Builder builder, Engines engines, S3Client s3) {
    this.engines = engines;
    this.source = builder.source;
    this.now = builder.start;
    this.account = new ExportAccount(new Draws(builder.seed), builder.settings(), engines, s3);
    ExportRecovery recovery =
        builder.recoveryOfEngine ? new ExportRecovery.OfEngine(engines) : new ExportRecovery.Own();
    this.operations = new ExportOperations(account, recovery, engines, () -> instant(), hooks);
  }

  /** A simulator that draws from {@code seed}. */
  public static Builder seeded(long seed) {
    return new Builder(seed);
  }

  /**
   * A new client of the engine that can export. Closing it closes nothing else.
   *
   * @throws IllegalStateException if there is no sync engine
   */
  public DynamoDbClient client() {
    engines.requireSync();
    return SimulatedClient.sync(operations, engines);
  }

  /**
   * A new client of the engine that can export. Closing it closes nothing else.
   *
   * @throws IllegalStateException if there is no async engine
   */
  public DynamoDbAsyncClient asyncClient() {
    engines.requireAsync();
    return SimulatedClient.async(operations, engines);
  }

  /** The current time. */
  @Override
  public Instant instant() {
    synchronized (account) {
      return source == null ? now : source.instant();
    }
  }

  /**
   * Advances time and ends exports meanwhile.
   *
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if the time is {@linkplain Builder#timeOf another source's}
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time does not run backwards: " + time);
    }
    if (source != null) {
      throw new IllegalStateException("advance the time that was given to timeOf()");
    }
    synchronized (account) {
      now = now.plus(time);
      account.settle(now);
    }
  }

  /** The script of the next export; without one it succeeds. */
  public void next(ExportScript script) {
    synchronized (account) {
      account.next(script);
    }
  }

  /** Adds a hook for every request that the simulator answers. */
  public void hook(ControlHook hook) {
    hooks.add(hook);
  }

  /** Removes all hooks. */
  public void unhook() {
    hooks.clear();
  }

  /** Configures a simulator. */
  public static final class Builder {
    private static final int EXPORTS_MAX = 300;

    private final long seed;
    private Instant start = Instant.parse("2026-01-01T00:00:00Z");
    private TimeRange exporting = TimeRange.ofSeconds(150, 730);
    private TimeRange telling = TimeRange.ofSeconds(0, 5);
    private int files = 4;
    private int exportsMax = EXPORTS_MAX;
    private boolean recoveryOfEngine;
    private @Nullable InstantSource source;
    private @Nullable DynamoDbClient engine;
    private @Nullable DynamoDbAsyncClient asyncEngine;
    private @Nullable S3Client s3;

    private Builder(long seed) {
      this.seed = seed;
    }

    /**
     * The tables are this client's. If there is an async client too, it must be one of the same
     * server.
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

    /** Exports are written with this client, which the caller closes. */
    public Builder into(S3Client client) {
      s3 = client;
      return this;
    }

    /** The time to begin with; unless it is said, 2026 begins. */
    public Builder startingAt(Instant time) {
      start = time;
      return this;
    }

    /**
     * Sets the source of time, for example a {@link ControlPlaneSimulator}; the simulator's own by
     * default. Exports then end when the next request comes that the simulator answers.
     */
    public Builder timeOf(InstantSource clock) {
      source = clock;
      return this;
    }

    /** The engine knows point-in-time recovery itself, as a {@link ControlPlaneSimulator} does. */
    public Builder recoveryOfEngine() {
      recoveryOfEngine = true;
      return this;
    }

    /** Sets the duration of exports; 150 to 730 seconds by default, as recorded. */
    public Builder exporting(TimeRange range) {
      exporting = range;
      return this;
    }

    /**
     * Sets the delay after which DescribeExport and ListExports show a change; 0 to 5 seconds by
     * default.
     */
    public Builder telling(TimeRange range) {
      telling = range;
      return this;
    }

    /**
     * Sets the number of data files of an export, the empty one at the end included; 4 by default.
     */
    public Builder files(int count) {
      files = count;
      return this;
    }

    /**
     * Sets the number of exports that may be in progress; 300 by default (developer guide,
     * "Quotas").
     */
    public Builder exportsMax(int max) {
      exportsMax = max;
      return this;
    }

    /**
     * The simulator.
     *
     * @throws IllegalStateException if the engine or the S3 client is missing
     */
    public ExportSimulator build() {
      if (s3 == null) {
        throw new IllegalStateException("Exports need a place: give the builder one with into().");
      }
      Engines engines = new Engines(engine, asyncEngine);
      if (engines.isNone()) {
        throw Engines.missing("sync or async");
      }
      return new ExportSimulator(this, engines, s3);
    }

    private ExportSettings settings() {
      return new ExportSettings(exporting, telling, files, exportsMax);
    }
  }
}
