package dev.evenkeel.benchmarks.canned;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Answers on the calling thread, after a delay in which that thread sleeps. */
final class CannedHttpClient implements SdkHttpClient {
  private final CannedAnswers answering;
  private final Duration delay;

  CannedHttpClient(CannedAnswers answering, Duration delay) {
    this.answering = answering;
    this.delay = delay;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        return CannedHttpClient.this.call(request);
      }

      @Override
      public void abort() {}
    };
  }

  private HttpExecuteResponse call(HttpExecuteRequest request) throws IOException {
    byte[] body = answering.answer(bodyOf(request));
    sleep();
    return HttpExecuteResponse.builder()
        .response(CannedResponse.head(body))
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
        .build();
  }

  private static byte[] bodyOf(HttpExecuteRequest request) throws IOException {
    ContentStreamProvider content =
        request.contentStreamProvider().orElse(InputStream::nullInputStream);
    try (InputStream stream = content.newStream()) {
      return stream.readAllBytes();
    }
  }

  private void sleep() throws InterruptedIOException {
    if (delay.isZero()) {
      return;
    }
    try {
      Thread.sleep(delay.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a canned answer was on its way");
    }
  }

  @Override
  public void close() {}
}
