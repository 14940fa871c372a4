package dev.evenkeel.benchmarks.figure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * The live heap: its size after full collections, as the collector itself reports it. Asks for one
 * collection after the other while something runs, so that it is caught at many moments; those that
 * the JVM needs anyway count too.
 */
public final class LiveHeap implements AutoCloseable, NotificationListener {
  private static final String MAJOR = "end of major GC";
  private static final int PAUSE_MILLIS = 250;

  private final List<NotificationEmitter> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(NotificationEmitter.class::isInstance)
          .map(NotificationEmitter.class::cast)
          .toList();
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private long lastBytes;
  private long peakBytes;
  private long collections;

  private LiveHeap() {}

  public static LiveHeap watched() {
    LiveHeap heap = new LiveHeap();
    heap.collectors.forEach(collector -> collector.addNotificationListener(heap, null, null));
    return heap;
  }

  @Override
  public synchronized void handleNotification(Notification notification, Object handback) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    GarbageCollectionNotificationInfo collection =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
    if (collection.getGcAction().equals(MAJOR)) {
      lastBytes = heapBytes(collection.getGcInfo().getMemoryUsageAfterGc());
      peakBytes = Math.max(peakBytes, lastBytes);
      collections++;
      notifyAll();
    }
  }

  private long heapBytes(Map<String, MemoryUsage> afterCollection) {
    return afterCollection.entrySet().stream()
        .filter(pool -> heapPools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }

  /** Collects, and returns what is left. The report of a collection comes a little after it. */
  public synchronized long collect() throws InterruptedException {
    long reported = collections;
    System.gc();
    while (collections == reported) {
      wait();
    }
    return lastBytes;
  }

  /** Runs {@code work}, and until it ends collects again and again on another thread. */
  public <T> T whileCollecting(Supplier<T> work) throws InterruptedException {
    Thread collecting = new Thread(this::collectUntilInterrupted, "live-heap");
    collecting.setDaemon(true);
    collecting.start();
    try {
      return work.get();
    } finally {
      collecting.interrupt();
      collecting.join();
    }
  }

  private void collectUntilInterrupted() {
    try {
      while (true) {
        collect();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** The most that was left after any full collection. */
  public synchronized long peakBytes() {
    return peakBytes;
  }

  /** The number of full collections seen. */
  public synchronized long collections() {
    return collections;
  }

  @Override
  public void close() {
    try {
      for (NotificationEmitter collector : collectors) {
        collector.removeNotificationListener(this);
      }
    } catch (ListenerNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
