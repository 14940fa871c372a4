package dev.evenkeel.benchmarks.canned;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;

/**
 * Answers on its own few threads, after a delay. Like the SDK's own client it has 50 connections;
 * who finds none free waits for one.
 */
final class CannedAsyncHttpClient implements SdkAsyncHttpClient {
  private static final int CONNECTIONS = 50;

  private final CannedAnswers answering;
  private final Duration delay;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(Runtime.getRuntime().availableProcessors());
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free = CONNECTIONS;

  CannedAsyncHttpClient(CannedAnswers answering, Duration delay) {
    this.answering = answering;
    this.delay = delay;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    var unused =
        SdkPublisher.adapt(request.requestContentPublisher())
            .subscribe(part -> append(body, part))
            .whenComplete((read, failure) -> connected(() -> send(request, body, failure, done)));
    return done;
  }

  private static void append(ByteArrayOutputStream body, ByteBuffer part) {
    byte[] bytes = new byte[part.remaining()];
    part.get(bytes);
    body.writeBytes(bytes);
  }

  private void send(
      AsyncExecuteRequest request,
      ByteArrayOutputStream body,
      @Nullable Throwable failure,
      CompletableFuture<Void> done) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return;
    }
    var unused =
        threads.schedule(
            () -> answer(request, body.toByteArray(), done), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void answer(AsyncExecuteRequest request, byte[] body, CompletableFuture<Void> done) {
    try {
      byte[] response = answering.answer(body);
      request.responseHandler().onHeaders(CannedResponse.head(response));
      request.responseHandler().onStream(AsyncRequestBody.fromBytes(response));
      done.complete(null);
    } catch (RuntimeException e) {
      request.responseHandler().onError(e);
      done.completeExceptionally(e);
    } finally {
      disconnected();
    }
  }

  private void connected(Runnable send) {
    synchronized (waiting) {
      if (free == 0) {
        waiting.add(send);
        return;
      }
      free--;
    }
    send.run();
  }

  private void disconnected() {
    Runnable next;
    synchronized (waiting) {
      next = waiting.poll();
      free += next == null ? 1 : 0;
    }
    if (next != null) {
      next.run();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
