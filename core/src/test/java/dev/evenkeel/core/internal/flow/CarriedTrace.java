package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thread-local trace, carried in the way of tracing libraries and of the MDC. */
public final class CarriedTrace {
  private final ThreadLocal<@Nullable String> current = new ThreadLocal<>();

  /** What this thread has; null if nothing. */
  public @Nullable String here() {
    return current.get();
  }

  /** Does something as a caller with a trace. */
  public <T> T as(String trace, Supplier<T> call) {
    current.set(trace);
    try {
      return call.get();
    } finally {
      current.remove();
    }
  }

  /** These threads, with the trace of their callers. */
  public ClientThreads on(ClientThreads threads) {
    return threads.withContext(this::wrap);
  }

  private Runnable wrap(Runnable work) {
    String captured = current.get();
    return () -> {
      String before = current.get();
      current.set(captured);
      try {
        work.run();
      } finally {
        current.set(before);
      }
    };
  }
}
