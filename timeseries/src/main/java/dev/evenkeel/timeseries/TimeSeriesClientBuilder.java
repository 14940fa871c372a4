package dev.evenkeel.timeseries;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.NoTablesException;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.timeseries.internal.operation.SeriesPlanner;
import dev.evenkeel.timeseries.internal.route.DistinctSeries;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the two time series clients. Required: at least one {@link #table}.
 * Defaults: the system's clock, concurrency {@value #DEFAULT_CONCURRENCY}, the delegate stays the
 * caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class TimeSeriesClientBuilder<B extends TimeSeriesClientBuilder<B>>
    permits TimeSeriesDynamoDbClient.Builder, TimeSeriesDynamoDbAsyncClient.Builder {

  /**
   * Below the 50 connections of the SDK's HTTP clients, so that a fan-out leaves some to others.
   */
  public static final int DEFAULT_CONCURRENCY = 40;

  private final TableScope clientScope;
  private final List<TimeSeriesSpec> specs = new ArrayList<>();
  private final List<DecoratorListener> listeners = new ArrayList<>();
  private InstantSource clock = InstantSource.system();
  private @Nullable String accountId;
  private int concurrency = DEFAULT_CONCURRENCY;
  private ClientThreads threads = ClientThreads.shared();
  private boolean closeDelegate;
  private @Nullable String archivedReads;

  TimeSeriesClientBuilder(TableScope clientScope) {
    this.clientScope = clientScope;
  }

  abstract B self();

  /** Adds a series. Requests on other tables, period tables among them, pass through unchanged. */
  public B table(TimeSeriesSpec spec) {
    specs.add(Objects.requireNonNull(spec));
    return self();
  }

  /**
   * The clock that decides what is late, what is too far ahead, and which table is the last one.
   * The clock never decides the table of an item.
   */
  public B clock(InstantSource clock) {
    this.clock = Objects.requireNonNull(clock);
    return self();
  }

  /**
   * The account of the delegate's credentials. Only needed if requests name tables of other
   * accounts by ARN.
   */
  public B accountId(String twelveDigits) {
    this.accountId = twelveDigits;
    return self();
  }

  /**
   * Sets the maximum number of fan-out sub-requests in flight, over all calls of this client. Keep
   * it below the connection limit of the delegate's HTTP client.
   */
  public B concurrency(int inFlightMax) {
    this.concurrency = inFlightMax;
    return self();
  }

  /**
   * Has reads look for archived periods: where the table of a period is not there, the table that
   * its archive was restored to is read in its place, in the same order, with the same limits and
   * start keys, and under the name of the series. A period that is archived and not restored is
   * {@code ARCHIVED} in the coverage: read as empty past its retention, and by the policy for
   * missing tables before that. Writes never go to a restored table.
   *
   * <p>Query, Scan, GetItem and BatchGetItem do so; TransactGetItems does not, as DynamoDB does not
   * tell which table of a transaction is missing. A read that does not say from when on still
   * begins with what is kept: say so to read what is older.
   *
   * <p>Costs nothing as long as tables are there, but for queries in another order than that of
   * time. For each missing table that, by the spec, may be archived or past its retention: a
   * request that fails, for which nothing is charged, and a consistent query of the catalogue for
   * each page, item, or table of a batch, not counted in the capacity of the response. A query in
   * another order asks the catalogue before each page that such periods are in question for. Needs
   * the right to Query the control table, and to read the restored tables; a request with
   * credentials of its own asks the control table with these.
   *
   * @param controlTable of the lifecycle that archives and restores; a name or an ARN
   */
  public B archivedReads(String controlTable) {
    this.archivedReads = Objects.requireNonNull(controlTable);
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

  /** Whether closing the decorator closes the delegate too. */
  public B closeDelegate(boolean close) {
    this.closeDelegate = close;
    return self();
  }

  /**
   * Adds a listener for calls on series; calls on other tables are not reported. May be called
   * again; listeners are called in the order in which they were added.
   */
  public B listener(DecoratorListener listener) {
    listeners.add(Objects.requireNonNull(listener));
    return self();
  }

  ObservedCalls observed() {
    return ObservedCalls.of("timeseries", listeners);
  }

  InstantSource clock() {
    return clock;
  }

  SeriesPlanner planner() {
    if (specs.isEmpty()) {
      throw new NoTablesException(
          "A time series client without a series does nothing: add table(spec)");
    }
    DistinctSeries.require(specs);
    TableScope scope = accountId == null ? clientScope : clientScope.withAccount(accountId);
    return new SeriesPlanner(specs, scope, archivedReads);
  }

  int concurrency() {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + concurrency);
    }
    return concurrency;
  }

  ClientThreads threads() {
    return threads;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
