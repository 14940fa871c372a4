package dev.evenkeel.testkit.fault;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * See {@link Fault#slowDown}, {@link Fault#conditionalConflict} and {@link
 * Fault#preconditionFailed}. Status, code and message are those of the S3 API reference, "Error
 * responses".
 */
final class S3ErrorFault extends S3Fault {
  private static final Set<String> CONDITIONAL_WRITES =
      Set.of("PutObject", "CompleteMultipartUpload", "CopyObject", "DeleteObject");

  private final Predicate<S3Call> calls;
  private final Moment moment;
  private final S3Error error;

  private S3ErrorFault(String description, Predicate<S3Call> calls, Moment moment, S3Error error) {
    super(description);
    this.calls = calls;
    this.moment = moment;
    this.error = error;
  }

  static S3ErrorFault ofSlowDown() {
    return new S3ErrorFault(
        "slowDown()",
        call -> true,
        Moment.BEFORE_APPLY,
        new S3Error(503, "SlowDown", "Please reduce your request rate."));
  }

  static S3ErrorFault ofConditionalConflict() {
    return new S3ErrorFault(
        "conditionalConflict()",
        S3ErrorFault::isConditionalWrite,
        Moment.BEFORE_APPLY,
        new S3Error(
            409,
            "ConditionalRequestConflict",
            "The conditional request cannot succeed due to a conflicting operation against this"
                + " resource."));
  }

  static S3ErrorFault ofPreconditionFailed(Moment moment) {
    return new S3ErrorFault(
        "preconditionFailed(" + moment + ")",
        S3ErrorFault::isConditionalWrite,
        moment,
        new S3Error(
            412,
            "PreconditionFailed",
            "At least one of the pre-conditions you specified did not hold"));
  }

  private static boolean isConditionalWrite(S3Call call) {
    return CONDITIONAL_WRITES.contains(call.operation())
        && (call.http().firstMatchingHeader("If-Match").isPresent()
            || call.http().firstMatchingHeader("If-None-Match").isPresent());
  }

  @Override
  boolean appliesTo(S3Call call) {
    return calls.test(call);
  }

  @Override
  CompletableFuture<Answer> inject(S3Call call, Injection injection) {
    return switch (moment) {
      case BEFORE_APPLY -> CompletableFuture.completedFuture(error.answer(call));
      case AFTER_APPLY ->
          injection.server().send(call).thenCompose(answer -> replaced(call, answer));
    };
  }

  private CompletableFuture<Answer> replaced(S3Call call, Answer answer) {
    return answer.isSuccess()
        ? answer.drain().thenApply(lost -> error.answer(call))
        : CompletableFuture.completedFuture(answer);
  }
}
