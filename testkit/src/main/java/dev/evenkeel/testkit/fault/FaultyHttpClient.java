package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.HeldPayload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/** A sync HTTP client in front of another, with an injector between them. */
record FaultyHttpClient(FaultInjector injector, SdkHttpClient delegate) implements SdkHttpClient {
  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Attempt(request);
  }

  @Override
  public String clientName() {
    return delegate.clientName();
  }

  @Override
  public void close() {
    delegate.close();
  }

  /**
   * An attempt. It runs on the thread that calls, but for what waits in the queue of a {@link
   * Replica}: that runs on the thread of the request before it.
   */
  private final class Attempt implements ExecutableHttpRequest, Exchange {
    private final HttpExecuteRequest request;
    private volatile @Nullable ExecutableHttpRequest running;

    Attempt(HttpExecuteRequest request) {
      this.request = request;
    }

    @Override
    public HttpExecuteResponse call() throws IOException {
      Answer answer = await(injector.handle(received(), this));
      HttpExecuteResponse.Builder response = HttpExecuteResponse.builder().response(answer.http());
      AbortableInputStream body = stream(answer.payload());
      return (body == null ? response : response.responseBody(body)).build();
    }

    private Call received() throws IOException {
      ContentStreamProvider content = request.contentStreamProvider().orElse(null);
      if (!DynamoDbCall.isOne(request.httpRequest())) {
        return S3Call.of(request.httpRequest(), uploaded(content));
      }
      ContentStreamProvider json = content == null ? InputStream::nullInputStream : content;
      try (InputStream stream = json.newStream()) {
        return DynamoDbCall.of(request.httpRequest(), stream.readAllBytes());
      }
    }

    @Override
    public void abort() {
      ExecutableHttpRequest current = running;
      if (current != null) {
        current.abort();
      }
    }

    @Override
    public CompletableFuture<Answer> send(Call call) {
      HttpExecuteRequest.Builder forwarded = HttpExecuteRequest.builder().request(call.http());
      ContentStreamProvider content = provider(call.payload());
      if (content != null) {
        forwarded.contentStreamProvider(content);
      }
      request.metricCollector().ifPresent(forwarded::metricCollector);
      try {
        ExecutableHttpRequest prepared = delegate.prepareRequest(forwarded.build());
        running = prepared;
        HttpExecuteResponse response = prepared.call();
        return CompletableFuture.completedFuture(
            call instanceof DynamoDbCall ? read(response) : streamed(response));
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public CompletableFuture<Void> pause(Duration duration) {
      try {
        Thread.sleep(duration.toMillis());
        return CompletableFuture.completedFuture(null);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return CompletableFuture.failedFuture(
            new InterruptedIOException("Interrupted in a delay that a fault plan injected"));
      }
    }
  }

  private static SyncPayload uploaded(@Nullable ContentStreamProvider content) {
    return new SyncPayload(
        content == null ? null : () -> AbortableInputStream.create(content.newStream()));
  }

  /** The body of a request; null if it has none. */
  private static @Nullable ContentStreamProvider provider(Payload payload) {
    if (payload instanceof HeldPayload held) {
      return ContentStreamProvider.fromByteArray(held.bytes());
    }
    SyncPayload streamed = (SyncPayload) payload;
    return streamed.source() == null ? null : streamed::open;
  }

  /** The body for the SDK; null if there is none. */
  private static @Nullable AbortableInputStream stream(Payload payload) {
    if (payload instanceof HeldPayload held) {
      return AbortableInputStream.create(new ByteArrayInputStream(held.bytes()));
    }
    SyncPayload streamed = (SyncPayload) payload;
    return streamed.source() == null ? null : streamed.open();
  }

  private static Answer streamed(HttpExecuteResponse response) {
    AbortableInputStream body = response.responseBody().orElse(null);
    return new Answer(response.httpResponse(), new SyncPayload(body == null ? null : () -> body));
  }

  private static Answer read(HttpExecuteResponse response) throws IOException {
    InputStream body =
        response.responseBody().map(InputStream.class::cast).orElse(InputStream.nullInputStream());
    try (body) {
      return Answer.of(response.httpResponse(), body.readAllBytes());
    }
  }

  private static Answer await(CompletableFuture<Answer> answer) throws IOException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Builds the client that is wrapped, with the SDK's defaults for the service. */
  record Builder(FaultInjector injector, SdkHttpClient.Builder<?> delegate)
      implements SdkHttpClient.Builder<Builder> {
    @Override
    public SdkHttpClient buildWithDefaults(AttributeMap defaults) {
      return new FaultyHttpClient(injector, delegate.buildWithDefaults(defaults));
    }
  }
}
