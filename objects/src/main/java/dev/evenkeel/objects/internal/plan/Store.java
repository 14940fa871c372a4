package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.services.s3.model.S3Response;

/**
 * The shared settings of all flows of one spec: its requests, retries, and the translation of
 * failures.
 */
public final class Store {

  private final BucketSpec spec;
  private final S3Requests requests;

  public Store(BucketSpec spec) {
    this.spec = spec;
    this.requests = new S3Requests(spec);
  }

  public BucketSpec spec() {
    return spec;
  }

  S3Requests requests() {
    return requests;
  }

  /** A key as callers know it. */
  String below(String key) {
    return key.substring(spec.prefix().length());
  }

  /** Sends a request that does no harm when it is carried out twice. */
  <R extends S3Response> Flow<R> send(S3Request request) {
    return repeated(() -> Flow.ask(new ObjectRequest.Send<R>(request)));
  }

  Flow<HeadObjectResponse> head(String key) {
    return send(requests.head(key));
  }

  /** Again while a failure is transient, as often as the spec allows. */
  <T> Flow<T> repeated(Supplier<Flow<T>> flow) {
    return Retries.repeated(flow, Failures::isTransient, spec.attemptsMax() - 1);
  }

  boolean isLast(int attempt) {
    return attempt >= spec.attemptsMax();
  }

  <T> Flow<T> pauseAfter(int attempt, Supplier<Flow<T>> next) {
    return Flow.ask(Retries.pause(attempt - 1)).then(done -> next.get());
  }

  /** Fails with this module's types where the SDK fails; what is no failure of S3 stays. */
  public <T> Flow<T> named(Flow<T> flow, String operation, @Nullable String key) {
    return flow.mapFailure(failure -> named(failure, operation, key));
  }

  private Throwable named(Throwable failure, String operation, @Nullable String key) {
    if (!(failure instanceof SdkException)
        || failure instanceof DecoratorException
        || Failures.isOfTheCaller(failure)) {
      return failure;
    }
    return failure instanceof S3Exception s3
        ? answered(s3, operation, key)
        : failure(
            Reason.FAILED,
            key,
            "%s failed without a whole answer: %s".formatted(operation, failure.getMessage()),
            failure);
  }

  private ObjectStoreException answered(S3Exception s3, String operation, @Nullable String key) {
    String code = ErrorCode.of(s3);
    String answer =
        "%s was answered %d".formatted(operation, s3.statusCode())
            + (code.isEmpty() ? "" : " " + code);
    if ("NoSuchBucket".equals(code)) {
      return failure(
          Reason.BUCKET_MISSING,
          key,
          answer + ". Create the bucket, or mend its name in the spec",
          s3);
    }
    if (Failures.isOtherState(s3)) {
      return failure(
          Reason.ARCHIVED,
          key,
          answer
              + ": its storage class keeps it where it cannot be read. Restore it with S3"
              + " RestoreObject, and read it when HeadObject shows the copy, in minutes or hours",
          s3);
    }
    if ("GlacierExpeditedRetrievalNotAvailable".equals(code)) {
      return failure(
          Reason.RESTORE_UNAVAILABLE,
          key,
          answer + ". Ask again later, or in the tier STANDARD",
          s3);
    }
    if (s3.statusCode() == 403) {
      return failure(Reason.ACCESS_DENIED, key, answer + ". " + denied(), s3);
    }
    if (s3.statusCode() == 404 && key != null && !"NoSuchUpload".equals(code)) {
      return failure(Reason.OBJECT_MISSING, key, "there is no such object", s3);
    }
    return failure(Reason.FAILED, key, answer + ": " + s3.getMessage(), s3);
  }

  /** A failure of an object in the spec's bucket, or of the bucket. */
  ObjectStoreException failure(
      Reason reason, @Nullable String key, String message, @Nullable Throwable cause) {
    return new ObjectStoreException(reason, spec.bucket(), key, message, cause);
  }

  private String denied() {
    String owner = spec.expectedBucketOwner();
    return (owner == null
            ? "See whether the caller may do this"
            : "See whether the bucket is account " + owner + "'s and the caller may do this")
        + " (identity and bucket policy, KMS key policy); to one who may not list the bucket, S3"
        + " answers so for a missing object too";
  }
}
