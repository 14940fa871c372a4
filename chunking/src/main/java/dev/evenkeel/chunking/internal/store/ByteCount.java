package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.spec.ValueTooLargeException;
import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Counts what is read of a value that does not say how large it is. */
final class ByteCount {
  private final long bytesMax;
  private long bytes;

  ByteCount(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  List<AttributeValue> counted(List<AttributeValue> pieces) {
    pieces.forEach(piece -> bytes += ItemSize.valueBytes(piece));
    if (bytes > bytesMax) {
      throw new ValueTooLargeException(
          "Its chunks have more than the %d bytes that are read of one value. Raise the limit if it may be that large."
              .formatted(bytesMax));
    }
    return pieces;
  }
}
