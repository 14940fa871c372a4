package dev.evenkeel.examples.quickstart;

import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Stores hits with a bounded number of requests in flight. The first failure ends the load. */
final class HitLoader {
  private static final int IN_FLIGHT_MAX = 12;

  private HitLoader() {}

  /**
   * Returns when all hits are stored.
   *
   * @param onStored called after each hit, by any thread
   */
  static void load(HitStore store, List<Hit> hits, Runnable onStored) {
    ExecutorService writers = Executors.newFixedThreadPool(IN_FLIGHT_MAX);
    try {
      CompletionService<Void> done = new ExecutorCompletionService<>(writers);
      AtomicInteger next = new AtomicInteger();
      for (int writer = 0; writer < IN_FLIGHT_MAX; writer++) {
        done.submit(() -> write(store, hits, next, onStored), null);
      }
      for (int writer = 0; writer < IN_FLIGHT_MAX; writer++) {
        done.take().get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the hits could not be stored", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the hits were being stored", e);
    } finally {
      stop(writers);
    }
  }

  private static void write(HitStore store, List<Hit> hits, AtomicInteger next, Runnable onStored) {
    int i = next.getAndIncrement();
    while (i < hits.size() && !Thread.currentThread().isInterrupted()) {
      store.put(hits.get(i));
      onStored.run();
      i = next.getAndIncrement();
    }
  }

  private static void stop(ExecutorService writers) {
    writers.shutdownNow();
    try {
      if (!writers.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the writers did not stop within 10 seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
