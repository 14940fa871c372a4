package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;
import software.amazon.awssdk.utils.AttributeMap;

class FaultyAsyncHttpClientTest {

  /** Answers at once, but is not done with the request yet; or never answers. */
  private static final class Unfinished
      implements SdkAsyncHttpClient, SdkAsyncHttpClient.Builder<Unfinished> {
    final CompletableFuture<Void> sent = new CompletableFuture<>();
    final AtomicInteger requests = new AtomicInteger();
    final boolean answers;

    Unfinished(boolean answers) {
      this.answers = answers;
    }

    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
      requests.incrementAndGet();
      if (answers) {
        request.responseHandler().onHeaders(SdkHttpFullResponse.builder().statusCode(200).build());
        request.responseHandler().onStream(AsyncRequestBody.fromString("{}"));
      }
      return sent;
    }

    @Override
    public SdkAsyncHttpClient buildWithDefaults(AttributeMap defaults) {
      return this;
    }

    @Override
    public void close() {}
  }

  private record Content(AsyncRequestBody body) implements SdkHttpContentPublisher {
    @Override
    public Optional<Long> contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      body.subscribe(subscriber);
    }
  }

  private static final class Failures implements SdkAsyncHttpResponseHandler {
    final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    @Override
    public void onHeaders(SdkHttpResponse headers) {}

    @Override
    public void onStream(Publisher<ByteBuffer> stream) {}

    @Override
    public void onError(Throwable error) {
      failure.complete(error);
    }
  }

  private static CompletableFuture<Void> execute(Unfinished http) {
    return execute(http, FaultPlan.none(), new Failures());
  }

  private static CompletableFuture<Void> execute(
      Unfinished http, FaultPlan plan, SdkAsyncHttpResponseHandler handler) {
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .protocol("http")
            .host("localhost")
            .putHeader("x-amz-target", "DynamoDB_20120810.GetItem")
            .build();
    return plan.injector()
        .around(http)
        .build()
        .execute(
            AsyncExecuteRequest.builder()
                .request(request)
                .requestContentPublisher(new Content(AsyncRequestBody.fromString("{}")))
                .responseHandler(handler)
                .build());
  }

  @Test
  void execute_answered_leavesTheRequestToComplete() {
    Unfinished http = new Unfinished(true);
    assertThat(execute(http)).isCompleted();
    assertThat(http.sent).as("its connection may serve another request already").isNotDone();
  }

  @Test
  void execute_cancelled_cancelsTheRequest() {
    Unfinished http = new Unfinished(false);
    assertThat(execute(http).cancel(true)).isTrue();
    assertThat(http.sent).isCancelled();
  }

  @Test
  void execute_cancelledInADelay_sendsNothingAndTellsNobody() throws InterruptedException {
    Unfinished http = new Unfinished(false);
    FaultPlan plan =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.delay(Duration.ofMillis(50)))).build();
    Failures failures = new Failures();
    assertThat(execute(http, plan, failures).cancel(true)).isTrue();
    Thread.sleep(200); // longer than the delay
    assertThat(http.requests).hasValue(0);
    assertThat(failures.failure).isNotDone();
  }
}
