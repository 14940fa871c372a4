package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.shell.ByteSources;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Values that need not be held whole, of the tables of one client: a side entrance, because an
 * {@link AttributeValue} can only hold all of it. Thread-safe.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#large-values -->
 *
 * <pre>{@code
 * LargeValues values = client.largeValues();
 * PutItemRequest put = PutItemRequest.builder().tableName("replies").item(reply).build();
 * try (InputStream film = Files.newInputStream(file)) {
 *   values.putBinary(put, "film", film);
 * }
 * LargeValue film = values.open("replies", key, "film");
 * }</pre>
 */
public final class LargeValues {
  private final ChunkingPlanner planner;
  private final Function<Flow<?>, Object> run;

  LargeValues(ChunkingPlanner planner, Function<Flow<?>, Object> run) {
    this.planner = planner;
    this.run = run;
  }

  /**
   * Looks at a value: one consistent GetItem.
   *
   * @param tableName a table of the client
   * @param key the key of the item
   * @param attribute one that the table's spec names
   * @return null if there is no such item, or it has no such attribute
   * @throws dev.evenkeel.core.DecoratorException if the table or the attribute is none of the
   *     specs, or what the item says of the value cannot be so
   */
  public @Nullable LargeValue open(
      String tableName, Map<String, AttributeValue> key, String attribute) {
    StoredLargeValue.Opened found =
        (StoredLargeValue.Opened) run.apply(planner.open(tableName, key, attribute));
    return found.value() == null ? null : LargeValue.of(found.value(), run);
  }

  /**
   * The value that a reference names, or holds. Nothing is sent: it is the value that the item had
   * when it was read. If it has been replaced since, it can be read for the spec's grace; after
   * that reading it fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with reason
   * {@code PAYLOAD_MISSING}.
   *
   * @throws dev.evenkeel.core.DecoratorException if the table or the attribute is none of the
   *     specs, or the reference cannot be so
   */
  public LargeValue open(LargeReference reference) {
    AttributeValue value = reference.value();
    return value == null
        ? LargeValue.of(planner.referenced(reference.toAttributeValue()), run)
        : LargeValue.of(value);
  }

  /**
   * Puts an item with one more attribute, a binary whose bytes come from a stream. They go outside,
   * whatever their number, into the place that the attribute's policy names, compressed if it has a
   * codec; memory is some ten MiB, or the parts of the bucket's spec. The item becomes visible when
   * all is written, as with {@link ChunkingDynamoDbClient#putItem}, or not at all.
   *
   * <p>It must not take longer than the spec's grace, or a sweep gives it up (a {@link
   * dev.evenkeel.chunking.spec.ChunkingException} with reason {@code WRITE_ABANDONED}).
   *
   * @param request the put of the rest of the item; conditions hold, {@code ALL_OLD} is refused
   * @param attribute an attribute that the table's spec chunks or offloads
   * @param value read to its end, and not closed
   * @return how many bytes it had
   */
  public long putBinary(PutItemRequest request, String attribute, InputStream value) {
    return put(request, attribute, value, AttributeValue.Type.B);
  }

  /** The same for a text, given as its UTF-8, and refused if it is none. */
  public long putText(PutItemRequest request, String attribute, InputStream utf8) {
    return put(request, attribute, utf8, AttributeValue.Type.S);
  }

  private long put(
      PutItemRequest request, String attribute, InputStream value, AttributeValue.Type type) {
    return (Long) run.apply(planner.put(request, attribute, ByteSources.ofStream(value, -1), type));
  }

  /**
   * A value of an item, of which nothing outside the item has been read yet. It is the value that
   * the item had when it was opened: if it is replaced, this one can still be read for the spec's
   * grace.
   */
  public static final class LargeValue {
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
      return new LargeValue(
          bytes.length, value.type(), false, () -> new ByteArrayInputStream(bytes));
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
     * Its bytes. They are fetched as they are read, some MiB at a time, so a value of any size
     * takes the memory of a few chunks or parts. May be called again, for a stream from the
     * beginning.
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
}
