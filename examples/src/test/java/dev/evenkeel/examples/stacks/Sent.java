package dev.evenkeel.examples.stacks;

import dev.evenkeel.core.ClientThreads;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import software.amazon.awssdk.core.SdkRequest;

/** The requests that were sent, and those of them whose thread did not know the caller. */
final class Sent {
  /** What the MDC has of a caller. */
  static final String CALLER = "caller";

  static final String ME = "me";

  private final AtomicInteger count = new AtomicInteger();
  private final Queue<String> byNobody = new ConcurrentLinkedQueue<>();

  // [docs:mdc]
  /** An executor, with the MDC of the callers. */
  static ClientThreads carryingOn(Executor executor) {
    return ClientThreads.of(executor)
        .withContext(
            work -> {
              Map<String, String> caller = MDC.getCopyOfContextMap();
              return () -> {
                Map<String, String> own = MDC.getCopyOfContextMap();
                set(caller);
                try {
                  work.run();
                } finally {
                  set(own);
                }
              };
            });
  }

  private static void set(@Nullable Map<String, String> context) {
    if (context == null) {
      MDC.clear();
    } else {
      MDC.setContextMap(context);
    }
  }

  // [docs]

  /** Notes a request on the thread that sends it. */
  void note(SdkRequest request) {
    count.incrementAndGet();
    if (!ME.equals(MDC.get(CALLER))) {
      byNobody.add(
          "%s on %s".formatted(request.getClass().getSimpleName(), Thread.currentThread()));
    }
  }

  AtomicInteger count() {
    return count;
  }

  Collection<String> byNobody() {
    return byNobody;
  }
}
