package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import dev.evenkeel.testkit.fault.S3Faults.S3Error;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * A request to S3 in path style, whose body streams.
 *
 * @param bucket empty if the request is for no bucket
 * @param key empty if it is for no object
 */
record S3Call(
    SdkHttpRequest http, StreamedPayload payload, String bucket, String key, String operation)
    implements Call {

  static S3Call of(SdkHttpRequest http, StreamedPayload payload) {
    String path = http.encodedPath().substring(Math.min(1, http.encodedPath().length()));
    int slash = path.indexOf('/');
    String bucket = decoded(slash < 0 ? path : path.substring(0, slash));
    String key = slash < 0 ? "" : decoded(path.substring(slash + 1));
    return new S3Call(http, payload, bucket, key, S3Route.operation(http, level(bucket, key)));
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment, StandardCharsets.UTF_8);
  }

  private static S3Route.Level level(String bucket, String key) {
    if (bucket.isEmpty()) {
      return S3Route.Level.SERVICE;
    }
    return key.isEmpty() ? S3Route.Level.BUCKET : S3Route.Level.OBJECT;
  }

  /** The same request with a body that goes by taps. */
  S3Call through(Supplier<BodyObserver> observers) {
    return new S3Call(http, payload.through(observers), bucket, key, operation);
  }

  /** The length of the body on the wire, or of its content where that is not said; 0 if neither. */
  long contentLength() {
    return Stream.of("Content-Length", "x-amz-decoded-content-length")
        .flatMap(name -> http.firstMatchingHeader(name).stream())
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }

  @Override
  public Set<String> resources() {
    return bucket.isEmpty() ? Set.of() : Set.of(bucket);
  }

  boolean isOnObject() {
    return !key.isEmpty();
  }

  @Override
  public Answer internalError() {
    return new S3Error(500, "InternalError", "We encountered an internal error. Please try again.")
        .answer(this);
  }
}
