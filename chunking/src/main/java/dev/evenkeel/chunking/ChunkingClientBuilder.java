package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.shell.MemoryBudget;
import dev.evenkeel.chunking.internal.shell.SystemEnvironment;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.NoTablesException;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.listen.DecoratorListener;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the two chunking clients. Required: at least one {@link #table}, and an S3
 * client if a spec names a bucket. Defaults: concurrency {@value #DEFAULT_CONCURRENCY}, the
 * delegate stays the caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class ChunkingClientBuilder<B extends ChunkingClientBuilder<B>>
    permits ChunkingDynamoDbClient.Builder, ChunkingDynamoDbAsyncClient.Builder {

  /**
   * Below the 50 connections of the SDK's HTTP clients, so that a fan-out leaves some to others.
   */
  public static final int DEFAULT_CONCURRENCY = 40;

  private final TableScope clientScope;
  private final List<ChunkingSpec> specs = new ArrayList<>();
  private final List<DecoratorListener> listeners = new ArrayList<>();
  private InstantSource clock = InstantSource.system();
  private @Nullable String accountId;
  private int concurrency = DEFAULT_CONCURRENCY;
  private long readBytesMax = Math.max(1, Runtime.getRuntime().maxMemory() / 4);
  private ClientThreads threads = ClientThreads.shared();
  private boolean closeDelegate;

  ChunkingClientBuilder(TableScope clientScope) {
    this.clientScope = clientScope;
  }

  abstract B self();

  /** Adds a table with large values. Tables without a spec pass through untouched. */
  public B table(ChunkingSpec spec) {
    specs.add(Objects.requireNonNull(spec));
    return self();
  }

  /**
   * The account of the delegate's credentials. Only needed if requests name tables of other
   * accounts by ARN: a client knows its region but not its account, so without this an ARN that
   * differs in the account alone is taken for the client's own table.
   */
  public B accountId(String twelveDigits) {
    this.accountId = twelveDigits;
    return self();
  }

  /**
   * Sets the maximum number of fan-out sub-requests in flight, over all calls of this client. Keep
   * it below the connection limit of the delegates' HTTP clients.
   */
  public B concurrency(int inFlightMax) {
    this.concurrency = inFlightMax;
    return self();
  }

  /**
   * Sets the maximum bytes of values, stored and unpacked, that all calls of this client may hold
   * while they read. A call whose values would pass it waits for others, which takes of its own
   * timeout; one that alone needs more has it alone. Reads of less than 1 MiB do not count, nor
   * does what calls have returned. The default is a quarter of the JVM's maximal heap.
   */
  public B readBytesMax(long bytes) {
    this.readBytesMax = bytes;
    return self();
  }

  /**
   * The threads on which requests of one call are sent side by side, and what they are to have of
   * the caller's context; by default {@link ClientThreads#shared()}.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = Objects.requireNonNull(newThreads);
    return self();
  }

  /** Whether closing the decorator closes the delegate too; never an S3 client. */
  public B closeDelegate(boolean close) {
    this.closeDelegate = close;
    return self();
  }

  /**
   * The clock that decides what is due in later sweeps; the system's by default. A wrong clock is
   * safe.
   */
  public B clock(InstantSource newClock) {
    this.clock = Objects.requireNonNull(newClock);
    return self();
  }

  /**
   * Adds a listener to every call on a table with large values; calls on other tables and requests
   * to S3 are not reported. May be called again; listeners are called in the order in which they
   * were added.
   */
  public B listener(DecoratorListener listener) {
    listeners.add(Objects.requireNonNull(listener));
    return self();
  }

  ObservedCalls observed() {
    return ObservedCalls.of("chunking", listeners);
  }

  ChunkingPlanner planner(boolean hasS3, Object delegate) {
    if (specs.isEmpty()) {
      throw new NoTablesException(
          "A chunking client without a table does nothing: add table(spec)");
    }
    specs.stream()
        .filter(spec -> spec.bucket() != null && !hasS3)
        .findFirst()
        .ifPresent(
            spec -> {
              throw new IllegalArgumentException(
                  "The spec of table '%s' names a bucket, and the client has no S3 client: give it one with s3(client)"
                      .formatted(spec.tableName()));
            });
    TableScope scope = accountId == null ? clientScope : clientScope.withAccount(accountId);
    return new ChunkingPlanner(specs, scope, new SystemEnvironment(clock), StackLayer.in(delegate));
  }

  int concurrency() {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + concurrency);
    }
    return concurrency;
  }

  MemoryBudget memory() {
    return new MemoryBudget(readBytesMax);
  }

  ClientThreads threads() {
    return threads;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
