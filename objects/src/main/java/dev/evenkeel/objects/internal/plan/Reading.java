package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * One object that is read in ranges. The first answer pins its ETag; a later one of another content
 * is refused by S3. Holds the state of one reading.
 */
final class Reading {
  private final Store store;
  private final String key;
  private final ExpectedContent expected;
  private long length;
  private @Nullable String etag;

  Reading(Store store, String key, ExpectedContent expected) {
    this.store = store;
    this.key = key;
    this.expected = expected;
    this.length = expected.length();
  }

  /** Finds out the length, unless it is known. Comes before all ranges. */
  Flow<Done> begin() {
    return expected.exact() ? Flow.done() : store.head(key).map(this::accept);
  }

  private Done accept(HeadObjectResponse head) {
    if (head.contentLength() > expected.length()) {
      throw tooLarge(head.contentLength(), "and at most %d are accepted", expected.length());
    }
    length = head.contentLength();
    etag = head.eTag();
    return Done.DONE;
  }

  long length() {
    return length;
  }

  /** Reads {@code bytes} bytes from {@code from} on, resuming where a connection is cut. */
  Flow<ByteBuffer> range(long from, int bytes) {
    return Flow.defer(() -> new RangeRead(from, bytes, false).run());
  }

  /** Reads an object that fits in an array as one range, and verifies it. */
  Flow<ByteBuffer> whole() {
    return Flow.defer(
        () -> {
          RangeRead read = new RangeRead(0, (int) length, expected.sha256() != null);
          return read.run().map(bytes -> verified(bytes, read.sha256));
        });
  }

  private ObjectRequest.Download download(long from, int bytes, boolean hashed) {
    boolean whole = from == 0 && bytes == length;
    String range = whole ? null : "bytes=%d-%d".formatted(from, from + bytes - 1);
    return new ObjectRequest.Download(store.requests().get(key, range, etag), bytes, hashed);
  }

  /** Looks at an answer before its bytes are used, and pins the content that it is of. */
  private void check(Body body) {
    Long actual = lengthOf(body);
    if (actual != null && actual != length) {
      throw corrupt(actual);
    }
    if (body.tooLong()) {
      throw store.failure(
          Reason.FAILED, key, "the store sent more than the range it was asked for", null);
    }
    if (etag == null) {
      etag = body.response().eTag();
    }
  }

  /** The length of the whole object by an answer; null if the answer has none. */
  private static @Nullable Long lengthOf(Body body) {
    String range = body.response().contentRange();
    if (range == null) {
      return body.response().contentLength();
    }
    String total = range.substring(range.lastIndexOf('/') + 1);
    return total.equals("*") ? null : Long.valueOf(total);
  }

  /** Reads the state of the object from a failure of a range. */
  private Throwable named(Throwable failure) {
    if (Failures.isPreconditionFailed(failure)) {
      return store.failure(
          Reason.CHANGED, key, "was replaced while it was read; read it again", failure);
    }
    if (Failures.isBehindTheEnd(failure)) {
      return store.failure(
          Reason.CORRUPT, key, "is shorter than the %d bytes expected".formatted(length), failure);
    }
    return failure;
  }

  /**
   * Compares the hash of all bytes with the one expected, if any is.
   *
   * @param known the hash of the bytes; null if they were not hashed yet
   */
  ByteBuffer verified(ByteBuffer all, @Nullable SdkBytes known) {
    if (expected.sha256() != null) {
      verify(known == null ? SdkBytes.fromByteArrayUnsafe(Sha256.of(all)) : known);
    }
    return all;
  }

  /** Compares a hash of all bytes with the one expected, if any is. */
  void verify(SdkBytes ofAll) {
    if (expected.sha256() != null && !expected.sha256().equals(ofAll)) {
      throw store.failure(Reason.CORRUPT, key, "its SHA-256 is not the one expected", null);
    }
  }

  ObjectStoreException tooLarge(long actual, String limit, long bytesMax) {
    return store.failure(
        Reason.TOO_LARGE, key, ("has %d bytes " + limit).formatted(actual, bytesMax), null);
  }

  private ObjectStoreException corrupt(long actual) {
    return store.failure(
        Reason.CORRUPT, key, "has %d bytes where %d were expected".formatted(actual, length), null);
  }

  /** The transfer of one range: received bytes are kept, and the rest is requested again. */
  private final class RangeRead {
    private final long from;
    private final int bytes;
    private final boolean hashed;

    /** The bytes before a cut; made at the first cut. */
    private @Nullable ByteBuffer buffer;

    /** Of all bytes, where they were to be hashed and came uncut. */
    private @Nullable SdkBytes sha256;

    RangeRead(long from, int bytes, boolean hashed) {
      this.from = from;
      this.bytes = bytes;
      this.hashed = hashed;
    }

    Flow<ByteBuffer> run() {
      return store
          .repeated(
              () ->
                  Flow.ask(download(from + received(), bytes - received(), isHashed()))
                      .then(this::took))
          .mapFailure(Reading.this::named);
    }

    /** What is left after a cut is not hashed alone. */
    private boolean isHashed() {
      return hashed && buffer == null;
    }

    private int received() {
      return buffer == null ? 0 : buffer.position();
    }

    private Flow<ByteBuffer> took(Body body) {
      check(body);
      if (body.cut() == null && buffer == null && body.bytes().remaining() == bytes) {
        sha256 = body.sha256();
        return Flow.of(body.bytes());
      }
      if (buffer == null) {
        buffer = ByteBuffer.allocate(bytes);
      }
      buffer.put(body.bytes().duplicate());
      return received() == bytes ? Flow.of(buffer.flip()) : Flow.failed(cut(body.cut()));
    }

    private RetryableException cut(@Nullable Throwable cause) {
      return RetryableException.builder()
          .message("the answer ended after %d of %d bytes".formatted(received(), bytes))
          .cause(cause)
          .build();
    }
  }
}
