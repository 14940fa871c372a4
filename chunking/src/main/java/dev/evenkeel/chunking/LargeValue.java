package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.plan.stream.StoredLargeValue;
import dev.evenkeel.core.flow.Flow;
import java.io.InputStream;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value of an item, of which nothing outside the item has been read yet. It is the value that the
 * item had when it was opened: if it is replaced, this one can still be read for the spec's grace.
 */
public final class LargeValue {
  private final StoredLargeValue stored;
  private final Function<Flow<?>, Object> run;

  LargeValue(StoredLargeValue stored, Function<Flow<?>, Object> run) {
    this.stored = stored;
    this.run = run;
  }

  /** How many bytes it has: of an S its UTF-8, of a B its own, of others their DynamoDB JSON. */
  public long length() {
    return stored.length();
  }

  public AttributeValue.Type type() {
    return stored.type();
  }

  /** Whether it is in chunks or in S3. */
  public boolean isOutside() {
    return stored.marker() != null && stored.marker().isOutside();
  }

  /**
   * Its bytes. They are fetched as they are read, some MiB at a time, so a value of any size takes
   * the memory of a few chunks or parts. May be called again, for a stream from the beginning.
   *
   * <p>The last bytes come only after all were found to be what was written, by length and SHA-256;
   * until then whoever uses them uses what may prove to be corrupt. The stream throws {@link
   * dev.evenkeel.chunking.spec.CorruptValueException}, {@link
   * dev.evenkeel.chunking.spec.MissingPayloadException} (also if the value was replaced more than
   * the grace ago: open it again) and whatever the clients throw. For one thread at a time.
   */
  public InputStream stream() {
    return stored.stream(run);
  }
}
