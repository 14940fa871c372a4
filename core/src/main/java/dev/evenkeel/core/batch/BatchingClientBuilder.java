package dev.evenkeel.core.batch;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.internal.batch.BatchPlanner;
import dev.evenkeel.core.internal.flow.Retries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The builder of both batching clients. Nothing is required. Defaults: {@value
 * #DEFAULT_CONCURRENCY} requests at once, {@value #DEFAULT_FRUITLESS_REPEATS} fruitless
 * repetitions, the delegate stays the caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class BatchingClientBuilder<B extends BatchingClientBuilder<B>>
    permits BatchingDynamoDbClient.Builder, BatchingDynamoDbAsyncClient.Builder {

  /** Below the 50 connections of the SDK's HTTP clients, and the 40 of a fan-out below. */
  public static final int DEFAULT_CONCURRENCY = 8;

  /** Repetitions for about half a minute. */
  public static final int DEFAULT_FRUITLESS_REPEATS = Retries.CALL_MAX;

  private final Map<String, List<String>> keyNames = new HashMap<>();
  private int concurrency = DEFAULT_CONCURRENCY;
  private int fruitlessRepeats = DEFAULT_FRUITLESS_REPEATS;
  private ClientThreads threads = ClientThreads.shared();
  private boolean closeDelegate;

  BatchingClientBuilder() {}

  abstract B self();

  /** Sets how many parts of batches are under way at once, over all calls of this client. */
  public B concurrency(int inFlightMax) {
    if (inFlightMax < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + inFlightMax);
    }
    this.concurrency = inFlightMax;
    return self();
  }

  /**
   * Sets how many repetitions in a row may bring nothing, until what is left comes back as
   * unprocessed. Each comes after a pause of random length, up to 50 ms at first and 20 seconds at
   * last. 0 repeats nothing: batches are only split, and what was not sent yet when a part brought
   * nothing comes back as unprocessed, too.
   */
  public B fruitlessRepeats(int inARowMax) {
    if (inARowMax < 0) {
      throw new IllegalArgumentException("fruitlessRepeats must not be negative: " + inARowMax);
    }
    this.fruitlessRepeats = inARowMax;
    return self();
  }

  /**
   * Tells the key attributes of a table, which goes by the name that requests give it. Otherwise a
   * batch of more than 25 writes describes it first, which needs the right to. What it learns is
   * kept for the batches of this client, but not if the request has an override configuration of
   * more than timeouts and API names: such a batch may be another caller's, and describes the table
   * each time.
   */
  public B keys(String tableName, String... keyAttributes) {
    if (keyAttributes.length == 0) {
      throw new IllegalArgumentException("keys: table '" + tableName + "' has one at least");
    }
    keyNames.put(tableName, List.of(keyAttributes));
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

  int concurrency() {
    return concurrency;
  }

  BatchPlanner planner() {
    return new BatchPlanner(fruitlessRepeats, concurrency, keyNames);
  }

  ClientThreads threads() {
    return threads;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
