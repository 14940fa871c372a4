package dev.evenkeel.chunking.internal.shell;

import dev.evenkeel.chunking.internal.read.ReadMemory;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of values that all calls of one client may hold while they read them. Calls get them in
 * the order in which they asked, so none waits for ever; one that asks for more than there is gets
 * all, alone. Blocks no thread, and completes no future under its lock.
 */
public final class MemoryBudget {
  private final Object lock = new Object();
  private final long bytesMax;
  private final Queue<Call> waiting = new ArrayDeque<>();
  private long free;

  /**
   * @param bytesMax at least 1
   */
  public MemoryBudget(long bytesMax) {
    if (bytesMax < 1) {
      throw new IllegalArgumentException("readBytesMax must be at least 1 but was " + bytesMax);
    }
    this.bytesMax = bytesMax;
    this.free = bytesMax;
  }

  /**
   * A sender for one run, which also answers {@link ReadMemory}; when the run ends, it lets go of
   * what it holds.
   */
  public <S> Sender<S> over(Sender<S> sender) {
    Call call = new Call();
    return new Sender<>() {
      @Override
      public S send(Request<?> request) {
        return sender.send(request);
      }

      @Override
      public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
        return request instanceof ReadMemory memory
            ? call.hold(memory.bytes())
            : sender.unsent(request, alone);
      }

      @Override
      public Interceptor interceptor() {
        return sender.interceptor();
      }

      @Override
      public void ended() {
        call.close();
        sender.ended();
      }
    };
  }

  Call call() {
    return new Call();
  }

  /** The memory that one call holds or waits for. */
  final class Call {
    // All guarded by the lock of the budget.
    private long held;
    private long wanted;
    private @Nullable CompletableFuture<Object> granted;
    private boolean closed;

    private Call() {}

    CompletableFuture<Object> hold(long bytes) {
      CompletableFuture<Object> future = new CompletableFuture<>();
      List<CompletableFuture<Object>> ready;
      synchronized (lock) {
        letGo();
        wanted = closed ? 0 : Math.min(bytes, bytesMax);
        if (wanted == 0) {
          ready = granted();
          ready.add(future);
        } else {
          granted = future;
          waiting.add(this);
          ready = granted();
        }
      }
      ready.forEach(each -> each.complete(Done.DONE));
      return future;
    }

    /** Gives back what the call holds, and takes it out of the queue. */
    void close() {
      List<CompletableFuture<Object>> ready;
      synchronized (lock) {
        if (closed) {
          return;
        }
        closed = true;
        letGo();
        ready = granted();
      }
      ready.forEach(each -> each.complete(Done.DONE));
    }

    private void letGo() {
      free += held;
      held = 0;
      if (granted != null) {
        waiting.remove(this);
        granted = null;
      }
    }
  }

  /**
   * Grants free bytes to waiting calls, in order; the futures are completed outside of the lock.
   */
  private List<CompletableFuture<Object>> granted() {
    List<CompletableFuture<Object>> ready = new ArrayList<>();
    for (Call next = waiting.peek(); next != null && next.wanted <= free; next = waiting.peek()) {
      waiting.remove();
      free -= next.wanted;
      next.held = next.wanted;
      if (next.granted != null) {
        ready.add(next.granted);
      }
      next.granted = null;
    }
    return ready;
  }

  long free() {
    synchronized (lock) {
      return free;
    }
  }
}
