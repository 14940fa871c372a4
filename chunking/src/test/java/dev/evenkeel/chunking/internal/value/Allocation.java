package dev.evenkeel.chunking.internal.value;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much heap this thread has ever asked for. */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
