package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.shell.ByteSources;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Function;
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
}
