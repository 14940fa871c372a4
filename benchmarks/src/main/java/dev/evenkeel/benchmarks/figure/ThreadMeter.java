package dev.evenkeel.benchmarks.figure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time and allocation of the calling thread since the start. */
public final class ThreadMeter {
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // HotSpot's, which OpenJDK has

  private ThreadMeter() {}

  /** CPU time of the calling thread, user and system. */
  public static long cpuNanos() {
    return measured(THREADS.getCurrentThreadCpuTime());
  }

  /** Bytes the calling thread has allocated on the heap. */
  public static long allocatedBytes() {
    return measured(THREADS.getCurrentThreadAllocatedBytes());
  }

  private static long measured(long value) {
    if (value < 0) {
      throw new IllegalStateException("this JVM does not measure threads");
    }
    return value;
  }
}
