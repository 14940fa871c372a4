package dev.evenkeel.sharding;

import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.sharding.internal.plan.ShardingPlanner;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the two sharding clients are built from. Required: at least one {@link #table}. Defaults:
 * concurrency {@value #DEFAULT_CONCURRENCY}, the delegate stays the caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class ShardingClientBuilder<B extends ShardingClientBuilder<B>>
    permits ShardingDynamoDbClient.Builder, ShardingDynamoDbAsyncClient.Builder {

  /**
   * Below the 50 connections of the SDK's HTTP clients, so that a fan-out leaves some to others.
   */
  public static final int DEFAULT_CONCURRENCY = 40;

  private final TableScope clientScope;
  private final List<ShardingSpec> specs = new ArrayList<>();
  private @Nullable String accountId;
  private int concurrency = DEFAULT_CONCURRENCY;
  private boolean closeDelegate;

  ShardingClientBuilder(TableScope clientScope) {
    this.clientScope = clientScope;
  }

  abstract B self();

  /** Adds a sharded table. Tables without a spec pass through untouched. */
  public B table(ShardingSpec spec) {
    specs.add(spec);
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

  ShardingPlanner planner() {
    if (specs.isEmpty()) {
      throw new IllegalArgumentException(
          "A sharding client without a table does nothing: add table(spec)");
    }
    TableScope scope = accountId == null ? clientScope : clientScope.withAccount(accountId);
    return new ShardingPlanner(specs, scope);
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
