package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.HeldPayload;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;
import software.amazon.awssdk.utils.AttributeMap;

/** An async HTTP client in front of another, with an injector between them. */
record FaultyAsyncHttpClient(FaultInjector injector, SdkAsyncHttpClient delegate)
    implements SdkAsyncHttpClient {
  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    Attempt attempt = new Attempt(request);
    var delivered =
        received(request)
            .thenCompose(call -> injector.handle(call, attempt))
            .thenCompose(attempt::deliver);
    var unused = delivered.whenComplete((done, failure) -> attempt.finish(failure));
    return attempt.result;
  }

  private static CompletableFuture<? extends Call> received(AsyncExecuteRequest request) {
    SdkHttpContentPublisher content = request.requestContentPublisher();
    return DynamoDbCall.isOne(request.request())
        ? collect(content).thenApply(b -> DynamoDbCall.of(request.request(), b))
        : CompletableFuture.completedFuture(
            S3Call.of(
                request.request(),
                new AsyncPayload(content, content.contentLength().orElse(null))));
  }

  /** Gathers a body that arrives in pieces. */
  private static CompletableFuture<byte[]> collect(Publisher<ByteBuffer> body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return SdkPublisher.adapt(body)
        .subscribe(piece -> bytes.writeBytes(SdkBytes.fromByteBuffer(piece).asByteArrayUnsafe()))
        .thenApply(done -> bytes.toByteArray());
  }

  @Override
  public String clientName() {
    return delegate.clientName();
  }

  @Override
  public void close() {
    delegate.close();
  }

  private final class Attempt implements Exchange {
    private final AsyncExecuteRequest request;
    private final CompletableFuture<Void> result = new CompletableFuture<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

    Attempt(AsyncExecuteRequest request) {
      this.request = request;
    }

    /** Completes when the answer has been handed over, a streamed one to its end. */
    CompletableFuture<Void> deliver(Answer answer) {
      request.responseHandler().onHeaders(answer.http());
      if (answer.payload() instanceof AsyncPayload streamed) {
        request
            .responseHandler()
            .onStream(SdkPublisher.adapt(streamed.publisher()).doAfterOnError(this::finish));
        return sent;
      }
      request.responseHandler().onStream(AsyncRequestBody.fromBytes(answer.bytes()));
      return CompletableFuture.completedFuture(null);
    }

    /** The first that is said counts: cancelling after a failure is another failure. */
    void finish(@Nullable Throwable failure) {
      if (!finished.compareAndSet(false, true)) {
        return;
      }
      if (failure == null) {
        result.complete(null);
        return;
      }
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (!(cause instanceof GivenUpException)) {
        request.responseHandler().onError(cause);
      }
      result.completeExceptionally(cause);
    }

    @Override
    public CompletableFuture<Answer> send(Call call) {
      ResponseCollector response = new ResponseCollector(call instanceof DynamoDbCall);
      AsyncExecuteRequest.Builder forwarded =
          AsyncExecuteRequest.builder()
              .request(call.http())
              .requestContentPublisher(Content.of(call.payload()))
              .responseHandler(response)
              .fullDuplex(request.fullDuplex())
              .httpExecutionAttributes(request.httpExecutionAttributes());
      request.metricCollector().ifPresent(forwarded::metricCollector);
      CompletableFuture<Void> executed = delegate.execute(forwarded.build());
      sent = executed;
      var unused = executed.whenComplete((done, failure) -> response.failIf(failure));
      var unusedToo = result.whenComplete((done, failure) -> cancelIf(failure, executed));
      return response.answer();
    }

    /**
     * Only what is no longer wanted. A request that was answered may still be on its way to
     * completion, and to cancel it then would close a connection that another already uses.
     */
    private static void cancelIf(@Nullable Throwable failure, CompletableFuture<Void> executed) {
      if (failure != null) {
        executed.cancel(true);
      }
    }

    @Override
    public CompletableFuture<Void> pause(Duration duration) {
      return new CompletableFuture<Void>()
          .completeOnTimeout(null, duration.toMillis(), TimeUnit.MILLISECONDS)
          .thenRun(this::requireWanted);
    }

    /** As a sync caller that is interrupted, one that has given up sends nothing. */
    private void requireWanted() {
      if (result.isDone()) {
        throw new GivenUpException();
      }
    }
  }

  /** Told to nobody: the handler of an attempt that was given up is that of the next one, too. */
  private static final class GivenUpException extends CancellationException {
    private static final long serialVersionUID = 1L;
  }

  /** Receives a response, or what went wrong with it; holds the body only if it is asked to. */
  private static final class ResponseCollector implements SdkAsyncHttpResponseHandler {
    private final boolean held;
    private final CompletableFuture<SdkHttpResponse> headers = new CompletableFuture<>();
    private final CompletableFuture<Payload> body = new CompletableFuture<>();

    ResponseCollector(boolean held) {
      this.held = held;
    }

    CompletableFuture<Answer> answer() {
      return headers.thenCombine(body, Answer::new);
    }

    @Override
    public void onHeaders(SdkHttpResponse response) {
      headers.complete(response);
    }

    /** A streamed body is subscribed to before this returns, as the HTTP client expects. */
    @Override
    public void onStream(Publisher<ByteBuffer> stream) {
      if (!held) {
        body.complete(new AsyncPayload(stream, null));
        return;
      }
      var unused =
          collect(stream)
              .thenAccept(bytes -> body.complete(new HeldPayload(bytes)))
              .whenComplete((done, failure) -> failIf(failure));
    }

    @Override
    public void onError(Throwable failure) {
      headers.completeExceptionally(failure);
      body.completeExceptionally(failure);
    }

    void failIf(@Nullable Throwable failure) {
      if (failure != null) {
        onError(failure);
      }
    }
  }

  private record Content(Publisher<ByteBuffer> body, @Nullable Long length)
      implements SdkHttpContentPublisher {
    static Content of(Payload payload) {
      if (payload instanceof HeldPayload held) {
        return new Content(AsyncRequestBody.fromBytes(held.bytes()), (long) held.bytes().length);
      }
      AsyncPayload streamed = (AsyncPayload) payload;
      return new Content(streamed.publisher(), streamed.length());
    }

    @Override
    public Optional<Long> contentLength() {
      return Optional.ofNullable(length);
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      body.subscribe(subscriber);
    }
  }

  /** Builds the client that is wrapped, with the SDK's defaults for the service. */
  record Builder(FaultInjector injector, SdkAsyncHttpClient.Builder<?> delegate)
      implements SdkAsyncHttpClient.Builder<Builder> {
    @Override
    public SdkAsyncHttpClient buildWithDefaults(AttributeMap defaults) {
      return new FaultyAsyncHttpClient(injector, delegate.buildWithDefaults(defaults));
    }
  }
}
