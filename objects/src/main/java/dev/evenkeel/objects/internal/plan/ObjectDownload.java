package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;

/** Reading objects into memory. */
public record ObjectDownload(Store store) {
  /** The length of the largest array on any JVM. */
  private static final long ARRAY_BYTES_MAX = Integer.MAX_VALUE - 8;

  public Flow<SdkBytes> get(String below, ExpectedContent expected) {
    String key = store.spec().fullKey(below);
    return Flow.defer(
        () -> {
          Reading reading = new Reading(store, key, expected);
          return reading.begin().then(begun -> whole(reading));
        });
  }

  private Flow<SdkBytes> whole(Reading reading) {
    if (reading.length() > ARRAY_BYTES_MAX) {
      throw reading.tooLarge(
          reading.length(), "and an array holds at most %d; read it as a stream", ARRAY_BYTES_MAX);
    }
    int length = (int) reading.length();
    Flow<ByteBuffer> content =
        length <= store.spec().partBytes()
            ? reading.whole()
            : inParts(reading, length).map(bytes -> reading.verified(bytes, null));
    return content.map(bytes -> SdkBytes.fromByteArrayUnsafe(array(bytes)));
  }

  /**
   * The first range alone: it pins the content that the others must be of, and shows that the
   * object is as long as the array that is made for it.
   */
  private Flow<ByteBuffer> inParts(Reading reading, int length) {
    return reading
        .range(0, store.spec().partBytes())
        .then(
            first -> {
              byte[] whole = new byte[length];
              int firstBytes = first.remaining();
              first.duplicate().get(whole, 0, firstBytes);
              return others(reading, whole, firstBytes);
            });
  }

  private Flow<ByteBuffer> others(Reading reading, byte[] whole, int from) {
    int partBytes = store.spec().partBytes();
    List<Flow<Done>> others = new ArrayList<>();
    for (long next = from; next < whole.length; next += partBytes) {
      others.add(part(reading, whole, (int) next));
    }
    // Awaited, though these read: their memory is given back when this ends.
    return Flow.awaitAll(others, store.spec().partsInFlightMax())
        .map(done -> ByteBuffer.wrap(whole));
  }

  private Flow<Done> part(Reading reading, byte[] whole, int from) {
    int bytes = Math.min(store.spec().partBytes(), whole.length - from);
    return reading
        .range(from, bytes)
        .atResult(part -> part.duplicate().get(whole, from, bytes))
        .map(part -> Done.DONE);
  }

  /** The buffer's own array where it holds nothing else, so that a value is in memory once. */
  private static byte[] array(ByteBuffer bytes) {
    if (bytes.hasArray() && bytes.arrayOffset() == 0 && bytes.array().length == bytes.remaining()) {
      return bytes.array();
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }
}
