package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Faults that only S3 has; {@link Fault} describes them. */
final class S3Faults {
  private static final Set<String> UPLOADS = Set.of("PutObject", "UploadPart");
  private static final Set<String> CONDITIONAL_WRITES =
      Set.of("PutObject", "CompleteMultipartUpload", "CopyObject", "DeleteObject");

  private S3Faults() {}

  private static Fault fault(
      String description,
      Predicate<S3Call> calls,
      BiFunction<S3Call, Injection, CompletableFuture<Answer>> effect) {
    return new Fault(description, S3Call.class, calls, effect);
  }

  static Fault uploadCut(FaultOffset place) {
    return fault(
        "uploadCut(" + place + ")",
        call -> UPLOADS.contains(call.operation()),
        (call, injection) -> {
          long at = place.in(call.contentLength(), injection.dice());
          return injection.server().send(call.through(() -> new CutTap(at)));
        });
  }

  static Fault downloadCut(FaultOffset place) {
    return download("downloadCut(" + place + ")", place, CutTap::new);
  }

  static Fault corruptDownload(FaultOffset place) {
    return download("corruptDownload(" + place + ")", place, CorruptTap::new);
  }

  /** Errors, such as a missing object, arrive as they are. */
  private static Fault download(
      String description, FaultOffset place, LongFunction<BodyObserver> observer) {
    return fault(
        description,
        call -> call.operation().equals("GetObject"),
        (call, injection) ->
            injection
                .server()
                .send(call)
                .thenApply(answer -> tapped(answer, observer, place, injection)));
  }

  private static Answer tapped(
      Answer answer, LongFunction<BodyObserver> observer, FaultOffset place, Injection injection) {
    if (!answer.isSuccess() || !(answer.payload() instanceof StreamedPayload body)) {
      return answer;
    }
    long length = answer.http().firstMatchingHeader("Content-Length").map(Long::valueOf).orElse(0L);
    long at = place.in(length, injection.dice());
    return new Answer(answer.http(), body.through(() -> observer.apply(at)));
  }

  static Fault slowDown() {
    return refused(
        "slowDown()",
        call -> true,
        Moment.BEFORE_APPLY,
        new S3Error(503, "SlowDown", "Please reduce your request rate."));
  }

  static Fault conditionalConflict() {
    return refused(
        "conditionalConflict()",
        S3Faults::isConditionalWrite,
        Moment.BEFORE_APPLY,
        new S3Error(
            409,
            "ConditionalRequestConflict",
            "The conditional request cannot succeed due to a conflicting operation against this"
                + " resource."));
  }

  static Fault preconditionFailed(Moment moment) {
    return refused(
        "preconditionFailed(" + moment + ")",
        S3Faults::isConditionalWrite,
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

  /** Status, code and message are those of the S3 API reference, "Error responses". */
  private static Fault refused(
      String description, Predicate<S3Call> calls, Moment moment, S3Error error) {
    return fault(
        description,
        calls,
        (call, injection) ->
            switch (moment) {
              case BEFORE_APPLY -> CompletableFuture.completedFuture(error.answer(call));
              case AFTER_APPLY ->
                  injection
                      .server()
                      .send(call)
                      .thenCompose(
                          answer ->
                              answer.isSuccess()
                                  ? answer.drain().thenApply(lost -> error.answer(call))
                                  : CompletableFuture.completedFuture(answer));
            });
  }

  /** Turns over the lowest bit of one byte. */
  static final class CorruptTap implements BodyObserver {
    private long remaining;

    CorruptTap(long offset) {
      this.remaining = offset;
    }

    @Override
    public ByteBuffer pass(ByteBuffer piece) {
      long place = remaining;
      remaining -= piece.remaining();
      return place >= 0 && place < piece.remaining() ? changed(piece, (int) place) : piece;
    }

    /** A copy: the piece may be read-only, or shared. */
    private static ByteBuffer changed(ByteBuffer piece, int place) {
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      copy[place] ^= 1;
      return ByteBuffer.wrap(copy);
    }

    @Override
    public void end() {}
  }

  /** Passes a number of bytes, then breaks the connection; at the latest at the end of the body. */
  static final class CutTap implements BodyObserver {
    private long remaining;

    CutTap(long after) {
      this.remaining = after;
    }

    @Override
    public ByteBuffer pass(ByteBuffer piece) throws IOException {
      if (remaining == 0) {
        throw LossFaults.connectionReset();
      }
      int passing = (int) Math.min(remaining, piece.remaining());
      remaining -= passing;
      return piece.slice(piece.position(), passing);
    }

    @Override
    public void end() throws IOException {
      throw LossFaults.connectionReset();
    }
  }

  /** An error as S3 sends it. The texts are ours and need no escaping. */
  record S3Error(int status, String code, String message) {

    /** Answers to HEAD have no body, so there the status must do. */
    Answer answer(S3Call call) {
      byte[] body = call.http().method() == SdkHttpMethod.HEAD ? new byte[0] : xml();
      return Answer.of(
          SdkHttpResponse.builder()
              .statusCode(status)
              .putHeader("Content-Type", "application/xml")
              .putHeader("Content-Length", Integer.toString(body.length))
              .putHeader("x-amz-request-id", Answer.REQUEST_ID)
              .build(),
          body);
    }

    private byte[] xml() {
      return """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>%s</Code><Message>%s</Message><RequestId>%s</RequestId></Error>
      """
          .formatted(code, message, Answer.REQUEST_ID)
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
