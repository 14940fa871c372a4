package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import dev.evenkeel.testkit.fault.S3Fault.S3Error;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A request to S3 in path style, whose body streams. */
final class S3Call extends Call {
  private final StreamedPayload body;
  private final String bucket;
  private final String key;
  private final String operation;

  S3Call(SdkHttpRequest http, StreamedPayload body) {
    super(http, body);
    this.body = body;
    String path = http.encodedPath().substring(Math.min(1, http.encodedPath().length()));
    int slash = path.indexOf('/');
    this.bucket = decoded(slash < 0 ? path : path.substring(0, slash));
    this.key = slash < 0 ? "" : decoded(path.substring(slash + 1));
    this.operation = S3Route.operation(http, level());
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment, StandardCharsets.UTF_8);
  }

  private S3Route.Level level() {
    if (bucket.isEmpty()) {
      return S3Route.Level.SERVICE;
    }
    return key.isEmpty() ? S3Route.Level.BUCKET : S3Route.Level.OBJECT;
  }

  /** The same request with a body that goes by taps. */
  S3Call through(Supplier<BodyObserver> observers) {
    return new S3Call(http(), body.through(observers));
  }

  /** The length of the body on the wire, or of its content where that is not said; 0 if neither. */
  long contentLength() {
    return Stream.of("Content-Length", "x-amz-decoded-content-length")
        .flatMap(name -> http().firstMatchingHeader(name).stream())
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }

  @Override
  String operation() {
    return operation;
  }

  @Override
  Set<String> resources() {
    return bucket.isEmpty() ? Set.of() : Set.of(bucket);
  }

  boolean isOnObject() {
    return !key.isEmpty();
  }

  String key() {
    return key;
  }

  @Override
  Answer internalError() {
    return new S3Error(500, "InternalError", "We encountered an internal error. Please try again.")
        .answer(this);
  }
}
