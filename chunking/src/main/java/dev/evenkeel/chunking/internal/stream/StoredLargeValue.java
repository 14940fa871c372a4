package dev.evenkeel.chunking.internal.stream;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.MarkerChecks;
import dev.evenkeel.chunking.internal.store.Payloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.shell.ByteSources;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value by its marker: nothing of it is read yet if it is outside.
 *
 * @param own the value under the attribute's own name; null if it is outside
 * @param marker null if it is stored as it is
 */
public record StoredLargeValue(
    ChunkedTable table,
    Payloads payloads,
    Parent parent,
    @Nullable AttributeValue own,
    @Nullable Marker marker) {
  private static final int PIECE_BYTES = 4 * 1024 * 1024;

  /**
   * The value of an attribute, if there is one.
   *
   * @param value null if there is none
   */
  public record Opened(@Nullable StoredLargeValue value) {}

  /** The value of an attribute of an item; null if there is none. */
  public static @Nullable StoredLargeValue of(
      ChunkedTable table, Payloads payloads, Map<String, AttributeValue> item, String attribute) {
    Marker marker = table.marker(item, attribute);
    AttributeValue own = item.get(attribute);
    if (marker == null && table.payload(item, attribute) != null) {
      throw new LargeValueException(
              Reason.CORRUPT,
              "It was made by hand in the layout of AWS's text, which tells no length. Read the"
                  + " item.")
          .at(table.name(), attribute);
    }
    if (marker == null && own == null) {
      return null;
    }
    StoredLargeValue value =
        new StoredLargeValue(table, payloads, table.parent(item, attribute), own, marker);
    value.requireSound();
    return value;
  }

  /** The value that a reference points to. Nothing is read. */
  public static StoredLargeValue of(ChunkedTable table, Payloads payloads, Reference reference) {
    StoredLargeValue value =
        new StoredLargeValue(
            table,
            payloads,
            table.parent(table.schema().keyOf(reference.key()), reference.attribute()),
            null,
            reference.marker());
    value.requireSound();
    return value;
  }

  private void requireSound() {
    if (marker != null) {
      try {
        MarkerChecks.requireStreamed(marker, own, table.spec().limits());
      } catch (LargeValueException e) {
        throw e.at(table.name(), parent.attribute());
      }
    }
  }

  public AttributeValue.Type type() {
    return marker == null ? inItem().type() : marker.type();
  }

  private AttributeValue inItem() {
    return requireNonNull(own);
  }

  /** Whether it is in chunks or in S3. */
  public boolean isOutside() {
    return marker != null && marker.isOutside();
  }

  /** The length of the value in bytes. */
  public long length() {
    return marker == null ? PayloadBytes.of(inItem()).bytes().length : marker.originalBytes();
  }

  /**
   * The value as a stream of its bytes. A damaged or missing value fails the stream with a {@link
   * LargeValueException}, before the end.
   *
   * @param run runs a flow to its end
   */
  public InputStream stream(Function<Flow<?>, Object> run) {
    try {
      return new PlacedStream(unpacked(run), table.name(), parent.attribute());
    } catch (LargeValueException e) {
      throw e.at(table.name(), parent.attribute());
    } catch (IOException e) {
      throw new LargeValueException(Reason.CORRUPT, "It cannot be unpacked.", e)
          .at(table.name(), parent.attribute());
    }
  }

  private InputStream unpacked(Function<Flow<?>, Object> run) throws IOException {
    if (marker == null) {
      return new ByteArrayInputStream(PayloadBytes.of(inItem()).bytes());
    }
    if (!marker.isOutside()) {
      return unpacking(new ByteArrayInputStream(inItem().b().asByteArrayUnsafe()), marker);
    }
    InputStream stored =
        ByteSources.toStream(source(marker), flow -> (ByteBuffer) run.apply(flow), PIECE_BYTES);
    InputStream original = marker.codec() == null ? stored : unpacking(stored, marker);
    return new VerifyingStream(original, marker);
  }

  private InputStream unpacking(InputStream stored, Marker outside) throws IOException {
    ValueLimits limits = table.spec().limits();
    return Packing.unpacking(
        stored,
        Codecs.named(String.valueOf(outside.codec())),
        outside.originalBytes(),
        new UnpackLimits(limits.streamBytesMax(), limits.windowBytesMax()));
  }

  private ByteSource source(Marker outside) {
    if (outside.placement() == Placement.SEED_CHUNKS) {
      return new WholeSource(payloads.read(parent, outside));
    }
    return payloads.open(parent, outside);
  }

  /** Adds table and attribute to failures. */
  static final class PlacedStream extends FilterInputStream {
    private final String table;
    private final String attribute;

    PlacedStream(InputStream in, String table, String attribute) {
      super(in);
      this.table = table;
      this.attribute = attribute;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return in.read(target, offset, length);
      } catch (LargeValueException e) {
        throw e.at(table, attribute);
      }
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }

  /** Bytes that come all at once, handed out in pieces. */
  static final class WholeSource implements ByteSource {
    private final Flow<byte[]> whole;
    private @Nullable ByteBuffer rest;

    WholeSource(Flow<byte[]> whole) {
      this.whole = whole;
    }

    @Override
    public Flow<ByteBuffer> next(int bytesMax) {
      ByteBuffer now = rest;
      return now != null
          ? Flow.of(ByteSource.taken(now, bytesMax))
          : whole.map(
              bytes -> {
                ByteBuffer all = ByteBuffer.wrap(bytes);
                rest = all;
                return ByteSource.taken(all, bytesMax);
              });
    }
  }
}
