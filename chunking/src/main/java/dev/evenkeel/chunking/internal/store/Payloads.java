package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The payloads of a table, whatever their placement. */
public interface Payloads {

  /** Writes the stored form of a value with this marker. */
  Flow<Done> write(Parent parent, Marker marker, byte[] stored);

  /**
   * Reads the stored form of a value whole, checked for its length.
   *
   * @return fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with reason {@code
   *     PAYLOAD_MISSING} if it, or a part of it, is not there
   */
  Flow<byte[]> read(Parent parent, Marker marker);

  /**
   * Reads the chunks of a parent that was made by hand in the layout of AWS's text, in order and as
   * they are stored.
   *
   * @param bytesMax how many bytes they may have in all, since no marker limits them
   * @return fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with reason {@code
   *     PAYLOAD_MISSING} if one is not there, and a {@link
   *     dev.evenkeel.chunking.spec.LargeValueException} with reason {@code TOO_LARGE} if they have
   *     more
   */
  Flow<List<AttributeValue>> readSeed(Parent parent, PayloadRef payload, long bytesMax);

  /**
   * Writes the stored form of a value that comes piece by piece.
   *
   * @param payload names it; how many chunks it has is not known yet
   * @return how many chunks it has; 0 for an object
   */
  Flow<Integer> write(Parent parent, PayloadRef payload, ByteSource stored);

  /** The stored form of a value piece by piece; it fails as {@link #read} does. */
  ByteSource open(Parent parent, Marker marker);

  /**
   * Whether a payload is there whose chunks, if it has some, are counted. It costs one request, of
   * chunks the units of reading the last, which stands for all.
   */
  Flow<Boolean> isThere(Parent parent, PayloadRef payload);

  /** Deletes a payload; what is not there is no matter. */
  Flow<Done> remove(Parent parent, PayloadRef payload);
}
