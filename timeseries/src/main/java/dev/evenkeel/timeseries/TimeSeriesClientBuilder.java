package dev.evenkeel.timeseries;

import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.ObservedCalls;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.timeseries.internal.plan.SeriesPlanner;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the two time series clients are built from. Required: at least one {@link #table}. Defaults:
 * the system's clock, concurrency {@value #DEFAULT_CONCURRENCY}, the delegate stays the caller's to
 * close.
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
  private boolean closeDelegate;

  TimeSeriesClientBuilder(TableScope clientScope) {
    this.clientScope = clientScope;
  }

  abstract B self();

  /** Adds a series. Tables that are none pass through untouched, period tables among them. */
  public B table(TimeSeriesSpec spec) {
    specs.add(Objects.requireNonNull(spec));
    return self();
  }

  /**
   * Says what time it is, which decides what is late, what is too far ahead, and which table is the
   * last one; never where an item goes.
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
   * How many sub-requests of fan-outs this client may have under way at once, all calls together.
   * Keep it below the connection limit of the delegate's HTTP client.
   */
  public B concurrency(int inFlightMax) {
    this.concurrency = inFlightMax;
    return self();
  }

  /** Whether closing the decorator closes the delegate too. */
  public B closeDelegate(boolean close) {
    this.closeDelegate = close;
    return self();
  }

  /**
   * Adds a listener that is told of every call on a series, on other tables of none. May be called
   * again; listeners are told in the order in which they were added.
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
      throw new IllegalArgumentException(
          "A time series client without a series does nothing: add table(spec)");
    }
    TimeSeriesSpec.requireDistinct(specs);
    TableScope scope = accountId == null ? clientScope : clientScope.withAccount(accountId);
    return new SeriesPlanner(specs, scope);
  }

  int concurrency() {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + concurrency);
    }
    return concurrency;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
