package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A fault that only S3 has. */
abstract sealed class S3Fault extends Fault {
  S3Fault(String description) {
    super(description);
  }

  @Override
  final boolean appliesTo(Call call) {
    return call instanceof S3Call s3 && appliesTo(s3);
  }

  @Override
  final CompletableFuture<Answer> inject(Call call, Injection injection) {
    return inject((S3Call) call, injection);
  }

  abstract boolean appliesTo(S3Call call);

  abstract CompletableFuture<Answer> inject(S3Call call, Injection injection);

  /** See {@link Fault#uploadCut}. */
  static final class UploadCutFault extends S3Fault {
    private static final Set<String> UPLOADS = Set.of("PutObject", "UploadPart");

    private final FaultOffset place;

    UploadCutFault(FaultOffset place) {
      super("uploadCut(" + place + ")");
      this.place = place;
    }

    @Override
    boolean appliesTo(S3Call call) {
      return UPLOADS.contains(call.operation());
    }

    @Override
    CompletableFuture<Answer> inject(S3Call call, Injection injection) {
      long at = place.in(call.contentLength(), injection.dice());
      return injection.server().send(call.through(() -> new CutTap(at)));
    }
  }

  /** See {@link Fault#downloadCut} and {@link Fault#corruptDownload}. */
  static final class DownloadFault extends S3Fault {
    private final FaultOffset place;
    private final LongFunction<BodyObserver> observer;

    private DownloadFault(
        String description, FaultOffset place, LongFunction<BodyObserver> observer) {
      super(description);
      this.place = place;
      this.observer = observer;
    }

    static DownloadFault cut(FaultOffset place) {
      return new DownloadFault("downloadCut(" + place + ")", place, CutTap::new);
    }

    static DownloadFault corrupt(FaultOffset place) {
      return new DownloadFault("corruptDownload(" + place + ")", place, CorruptTap::new);
    }

    @Override
    boolean appliesTo(S3Call call) {
      return call.operation().equals("GetObject");
    }

    /** Errors, such as a missing object, arrive as they are. */
    @Override
    CompletableFuture<Answer> inject(S3Call call, Injection injection) {
      return injection
          .server()
          .send(call)
          .thenApply(
              answer ->
                  answer.isSuccess() && answer.payload() instanceof StreamedPayload body
                      ? Answer.of(answer.http(), tapped(body, answer, injection))
                      : answer);
    }

    private Payload tapped(StreamedPayload body, Answer answer, Injection injection) {
      long length =
          answer.http().firstMatchingHeader("Content-Length").map(Long::valueOf).orElse(0L);
      long at = place.in(length, injection.dice());
      return body.through(() -> observer.apply(at));
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
  }

  /**
   * See {@link Fault#slowDown}, {@link Fault#conditionalConflict} and {@link
   * Fault#preconditionFailed}. Status, code and message are those of the S3 API reference, "Error
   * responses".
   */
  static final class S3ErrorFault extends S3Fault {
    private static final Set<String> CONDITIONAL_WRITES =
        Set.of("PutObject", "CompleteMultipartUpload", "CopyObject", "DeleteObject");

    private final Predicate<S3Call> calls;
    private final Moment moment;
    private final S3Error error;

    private S3ErrorFault(
        String description, Predicate<S3Call> calls, Moment moment, S3Error error) {
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

  /** Passes a number of bytes, then breaks the connection; at the latest at the end of the body. */
  static final class CutTap implements BodyObserver {
    private long remaining;

    CutTap(long after) {
      this.remaining = after;
    }

    @Override
    public ByteBuffer pass(ByteBuffer piece) throws IOException {
      if (remaining == 0) {
        throw LossFault.connectionReset();
      }
      int passing = (int) Math.min(remaining, piece.remaining());
      remaining -= passing;
      return piece.slice(piece.position(), passing);
    }

    @Override
    public void end() throws IOException {
      throw LossFault.connectionReset();
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
