package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.core.internal.flow.Flow;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value of an item, of which nothing outside the item has been read yet. It is the value that the
 * item had when it was opened: if it is replaced, this one can still be read for the spec's grace.
 */
public final class LargeValue {
  private final long length;
  private final AttributeValue.Type type;
  private final boolean outside;
  private final Supplier<InputStream> streams;

  private LargeValue(
      long length, AttributeValue.Type type, boolean outside, Supplier<InputStream> streams) {
    this.length = length;
    this.type = type;
    this.outside = outside;
    this.streams = streams;
  }

  static LargeValue of(StoredLargeValue stored, Function<Flow<?>, Object> run) {
    return new LargeValue(
        stored.length(), stored.type(), stored.isOutside(), () -> stored.stream(run));
  }

  /** A value that is here. */
  static LargeValue of(AttributeValue value) {
    byte[] bytes = PayloadBytes.of(value).bytes();
    return new LargeValue(bytes.length, value.type(), false, () -> new ByteArrayInputStream(bytes));
  }

  /** The length in bytes: of an S its UTF-8, of a B its own, of others their DynamoDB JSON. */
  public long length() {
    return length;
  }

  public AttributeValue.Type type() {
    return type;
  }

  /** Whether it is in chunks or in S3. */
  public boolean isOutside() {
    return outside;
  }

  /**
   * Its bytes. They are fetched as they are read, some MiB at a time, so a value of any size takes
   * the memory of a few chunks or parts. May be called again, for a stream from the beginning.
   *
   * <p>The last bytes come only after length and SHA-256 of the whole value have been verified;
   * bytes that are used earlier may prove to be corrupt. The stream throws a {@link
   * dev.evenkeel.chunking.spec.LargeValueException} with reason {@code CORRUPT} or {@code
   * PAYLOAD_MISSING} (also if the value was replaced more than the grace ago: open it again) and
   * whatever the clients throw. For one thread at a time.
   */
  public InputStream stream() {
    return streams.get();
  }
}
