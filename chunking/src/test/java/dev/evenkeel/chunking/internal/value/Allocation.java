package dev.evenkeel.chunking.internal.value;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The bytes of heap that this thread has ever allocated. */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
