package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.RetryableException;

/** The transfer of one range: received bytes are kept, and the rest is requested again. */
final class RangeRead {
  private final Reading reading;
  private final long from;
  private final int bytes;

  /** The bytes before a cut; made at the first cut. */
  private @Nullable ByteBuffer buffer;

  RangeRead(Reading reading, long from, int bytes) {
    this.reading = reading;
    this.from = from;
    this.bytes = bytes;
  }

  Flow<ByteBuffer> run() {
    return attempt(1);
  }

  private Flow<ByteBuffer> attempt(int attempt) {
    return Flow.defer(() -> Flow.ask(reading.download(from + received(), bytes - received())))
        .then(body -> took(body))
        .recover(failure -> failed(failure, attempt));
  }

  private int received() {
    return buffer == null ? 0 : buffer.position();
  }

  private Flow<ByteBuffer> took(Body body) {
    reading.check(body);
    if (body.cut() == null && buffer == null && body.bytes().remaining() == bytes) {
      return Flow.of(body.bytes());
    }
    buffer().put(body.bytes().duplicate());
    return received() == bytes ? Flow.of(buffer().flip()) : Flow.failed(cut(body.cut()));
  }

  private ByteBuffer buffer() {
    if (buffer == null) {
      buffer = ByteBuffer.allocate(bytes);
    }
    return buffer;
  }

  private RetryableException cut(@Nullable Throwable cause) {
    return RetryableException.builder()
        .message("the answer ended after %d of %d bytes".formatted(received(), bytes))
        .cause(cause)
        .build();
  }

  private Flow<ByteBuffer> failed(Throwable failure, int attempt) {
    return Failures.isTransient(failure) && !reading.store().isLast(attempt)
        ? reading.store().pauseAfter(attempt, () -> attempt(attempt + 1))
        : Flow.failed(reading.named(failure));
  }
}
