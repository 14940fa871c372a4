package dev.evenkeel.testkit.fault;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;
import software.amazon.awssdk.utils.AttributeMap;

/** An async HTTP client in front of another, with an injector between them. */
final class FaultyAsyncHttpClient implements SdkAsyncHttpClient {
  private final FaultInjector injector;
  private final SdkAsyncHttpClient delegate;

  private FaultyAsyncHttpClient(FaultInjector injector, SdkAsyncHttpClient delegate) {
    this.injector = injector;
    this.delegate = delegate;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    Attempt attempt = new Attempt(request);
    var delivered =
        BodyCollector.collect(request.requestContentPublisher())
            .thenCompose(bytes -> injector.handle(Call.of(request.request(), bytes), attempt))
            .thenAccept(attempt::deliver);
    var unused = delivered.whenComplete((done, failure) -> attempt.finish(failure));
    return attempt.result;
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

    Attempt(AsyncExecuteRequest request) {
      this.request = request;
    }

    void deliver(Answer answer) {
      request.responseHandler().onHeaders(answer.http());
      request.responseHandler().onStream(AsyncRequestBody.fromBytes(answer.bytes()));
    }

    void finish(@Nullable Throwable failure) {
      if (failure == null) {
        result.complete(null);
        return;
      }
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      request.responseHandler().onError(cause);
      result.completeExceptionally(cause);
    }

    @Override
    public CompletableFuture<Answer> send(Call call) {
      ResponseCollector response = new ResponseCollector();
      AsyncExecuteRequest.Builder forwarded =
          AsyncExecuteRequest.builder()
              .request(call.http())
              .requestContentPublisher(new Content(call.bytes()))
              .responseHandler(response)
              .fullDuplex(request.fullDuplex())
              .httpExecutionAttributes(request.httpExecutionAttributes());
      request.metricCollector().ifPresent(forwarded::metricCollector);
      CompletableFuture<Void> sent = delegate.execute(forwarded.build());
      var unused = sent.whenComplete((done, failure) -> response.failIf(failure));
      var unusedToo = result.whenComplete((done, failure) -> cancelIf(failure, sent));
      return response.answer();
    }

    /**
     * Only what is no longer wanted. A request that was answered may still be on its way to
     * completion, and to cancel it then would close a connection that another already uses.
     */
    private static void cancelIf(@Nullable Throwable failure, CompletableFuture<Void> sent) {
      if (failure != null) {
        sent.cancel(true);
      }
    }

    @Override
    public CompletableFuture<Void> pause(Duration duration) {
      return new CompletableFuture<Void>()
          .completeOnTimeout(null, duration.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Gathers a response, or what went wrong with it. */
  private static final class ResponseCollector implements SdkAsyncHttpResponseHandler {
    private final CompletableFuture<SdkHttpResponse> headers = new CompletableFuture<>();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    CompletableFuture<Answer> answer() {
      return headers.thenCombine(body, Answer::of);
    }

    @Override
    public void onHeaders(SdkHttpResponse response) {
      headers.complete(response);
    }

    @Override
    public void onStream(Publisher<ByteBuffer> stream) {
      BodyCollector.collect(stream, body);
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

  private record Content(AsyncRequestBody body) implements SdkHttpContentPublisher {
    Content(byte[] bytes) {
      this(AsyncRequestBody.fromBytes(bytes));
    }

    @Override
    public Optional<Long> contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      body.subscribe(subscriber);
    }
  }

  /** Builds the client that is wrapped, with the SDK's defaults for DynamoDB. */
  static final class Builder implements SdkAsyncHttpClient.Builder<Builder> {
    private final FaultInjector injector;
    private final SdkAsyncHttpClient.Builder<?> delegate;

    Builder(FaultInjector injector, SdkAsyncHttpClient.Builder<?> delegate) {
      this.injector = injector;
      this.delegate = delegate;
    }

    @Override
    public SdkAsyncHttpClient buildWithDefaults(AttributeMap defaults) {
      return new FaultyAsyncHttpClient(injector, delegate.buildWithDefaults(defaults));
    }
  }
}
