package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Request;
import java.nio.ByteBuffer;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.services.s3.model.S3Response;

/**
 * A request that the flows of this module make.
 *
 * @param <A> the answer
 */
public sealed interface ObjectRequest<A> extends Request<A> {

  /**
   * Send a request without a body.
   *
   * @param <R> the response that belongs to the request
   */
  record Send<R extends S3Response>(S3Request request) implements ObjectRequest<R> {}

  /**
   * Send a request with these bytes as its body, which must not change.
   *
   * @param <R> the response that belongs to the request
   */
  record Upload<R extends S3Response>(S3Request request, ByteBuffer body)
      implements ObjectRequest<R> {}

  /**
   * Read what GetObject answers, unless it is longer than {@code bytesMax}.
   *
   * @param hashed whether the bytes are hashed while they come, which takes no time where the store
   *     is slower than that
   */
  record Download(GetObjectRequest request, int bytesMax, boolean hashed)
      implements ObjectRequest<Body> {}

  /** Draw a unique id of ASCII letters, digits, hyphens and underscores. */
  record NewId() implements ObjectRequest<String> {}
}
