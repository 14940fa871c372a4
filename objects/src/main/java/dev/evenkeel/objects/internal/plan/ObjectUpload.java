package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** Writing objects: in one request where it fits, in parts where it does not. */
public record ObjectUpload(Store store) {
  private static final int MEBIBYTE = 1024 * 1024;

  /**
   * Writes bytes.
   *
   * @param known their SHA-256, if it is known
   */
  public Flow<WrittenObject> put(
      String below, SdkBytes bytes, @Nullable SdkBytes known, ObjectMetadata metadata) {
    Target target = target(below, metadata);
    ByteBuffer content = bytes.asByteBuffer();
    return content.remaining() <= store.spec().singlePutBytesMax()
        ? Flow.defer(
            () ->
                single(
                    target,
                    content,
                    known == null ? SdkBytes.fromByteArrayUnsafe(Sha256.of(content)) : known))
        : Flow.defer(() -> put(below, new BytesSource(content), metadata));
  }

  public Flow<WrittenObject> put(String below, ByteSource source, ObjectMetadata metadata) {
    Target target = target(below, metadata);
    int partBytes = partBytes(target, source.length());
    AtomicBoolean begun = new AtomicBoolean();
    return Flow.defer(
        () -> {
          // The bytes are gone: a second run would write the rest, and look like success.
          if (begun.getAndSet(true)) {
            throw new IllegalStateException(
                "this flow has been run, and its source can be read once; make another of a new"
                    + " source");
          }
          return new PartedPut(store, this, target, source, partBytes).run();
        });
  }

  private Target target(String below, ObjectMetadata metadata) {
    return new Target(store.spec().fullKey(below), below, metadata);
  }

  Flow<WrittenObject> single(Target target, ByteBuffer content, SdkBytes sha256) {
    return Flow.ask(new ObjectRequest.NewId())
        .then(
            id -> {
              ObjectWrite writing =
                  new ObjectWrite(target.key(), target.below(), id, content.remaining(), sha256);
              ObjectRequest<PutObjectResponse> put =
                  new ObjectRequest.Upload<>(
                      store.requests().put(target.key(), id, target.metadata()), content);
              Flow<WrittenObject> send =
                  Flow.ask(put).map(response -> writing.written(response.eTag()));
              return new Commit(store, writing, send).run();
            });
  }

  /** The spec's size of parts, or a larger one if an object of this length asks for it. */
  private int partBytes(Target target, long length) {
    long least = ceilDiv(length, BucketSpec.PARTS_MAX);
    long rounded = ceilDiv(least, MEBIBYTE) * MEBIBYTE;
    long partBytes = Math.max(store.spec().partBytes(), rounded);
    if (partBytes > BucketSpec.PART_BYTES_MAX) {
      throw store.failure(
          Reason.TOO_LARGE,
          target.key(),
          "%d bytes do not fit %d parts of at most %d; write several objects"
              .formatted(length, BucketSpec.PARTS_MAX, BucketSpec.PART_BYTES_MAX),
          null);
    }
    return (int) partBytes;
  }

  private static long ceilDiv(long dividend, long divisor) {
    return dividend <= 0 ? 0 : (dividend - 1) / divisor + 1;
  }

  /** Where an object goes, and what is written beside it. */
  record Target(String key, String below, ObjectMetadata metadata) {}

  /** Bytes in memory, handed on without a copy. */
  static final class BytesSource implements ByteSource {
    private final ByteBuffer rest;
    private final long length;

    BytesSource(ByteBuffer bytes) {
      rest = bytes.duplicate();
      length = rest.remaining();
    }

    @Override
    public Flow<ByteBuffer> next(int bytesMax) {
      return Flow.defer(() -> Flow.of(ByteSource.taken(rest, bytesMax)));
    }

    @Override
    public long length() {
      return length;
    }
  }
}
