package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.expression.ExpressionText;
import dev.evenkeel.chunking.internal.expression.ExpressionText.PlaceholderDefinitions;
import dev.evenkeel.chunking.internal.expression.ManagedProjection;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Extent;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Part;
import dev.evenkeel.chunking.internal.read.TornRead.ReadResult;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * The reading of items by their keys: alone, in a batch, or in a transaction. The rows of a page
 * get their values by it, too; they are read again by the page, if need be.
 *
 * @param text the projection to send; null for none
 * @param names the names of the projection; null for none
 */
public record ItemRead(
    Hydrator hydrator,
    String table,
    ManagedProjection projection,
    @Nullable String text,
    @Nullable Map<String, String> names) {

  public static ItemRead of(
      Hydrator hydrator, Call call, @Nullable String projection, Map<String, String> names) {
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, Map.of(), List.of());
    ManagedProjection managed =
        ManagedProjection.of(call, hydrator.table(), projection, names, List.of(), fresh);
    if (managed.requested() == null || managed.sent() == null) {
      return new ItemRead(hydrator, call.table(), managed, null, null);
    }
    return new ItemRead(
        hydrator,
        call.table(),
        managed,
        ExpressionText.of(call, Kind.PROJECTION, managed.sent()),
        PlaceholderDefinitions.of(fresh, List.of(managed.requested()), List.of(managed.sent()))
            .names());
  }

  /** Whether nothing managed can be in what it reads. */
  public boolean isPlain() {
    return projection.isAsRequested() && projection.wanted().isEmpty();
  }

  /** An item with its values, read again by its key if it was replaced meanwhile. */
  public Flow<ReadResult> settled(
      Map<String, AttributeValue> key, Map<String, AttributeValue> item, int widthMax) {
    return settled(item, widthMax, missing -> again(key));
  }

  private Flow<ReadResult> settled(
      Map<String, AttributeValue> item, int widthMax, Function<Throwable, Flow<ReadResult>> again) {
    return new TornRead<ReadResult, ReadResult>(
            read ->
                read.item() == null
                    ? Flow.of(read)
                    : hydrated(stored(read.item()), widthMax).map(ReadResult::new),
            read -> stored(requireNonNull(read.item())).payloads(),
            again)
        .settle(new ReadResult(item));
  }

  /** One of several items that get their values side by side. */
  public Part<ReadResult> part(StoredItem stored) {
    return part(stored, missing -> again(hydrator.table().keyOf(stored.item())));
  }

  /**
   * The same for an item that is read again in another way.
   *
   * @param again reads it again, for this reason
   */
  Part<ReadResult> part(StoredItem stored, Function<Throwable, Flow<ReadResult>> again) {
    return new Part<>() {
      @Override
      public Extent extent() {
        return stored;
      }

      @Override
      public ReadResult here() {
        return new ReadResult(ItemRead.this.here(stored));
      }

      @Override
      public Flow<ReadResult> fetched(int widthMax) {
        return settled(stored.item(), widthMax, again);
      }
    };
  }

  /** An item as the caller asked for it. */
  public Flow<Map<String, AttributeValue>> hydrated(StoredItem stored, int widthMax) {
    return hydrator.hydrate(stored.item(), stored, widthMax).map(projection::stripped);
  }

  /** An item as the caller asked for it, of which nothing has to be fetched. */
  public Map<String, AttributeValue> here(StoredItem stored) {
    return projection.stripped(hydrator.here(stored));
  }

  private Flow<ReadResult> again(Map<String, AttributeValue> key) {
    return TableCall.get(
            GetItemRequest.builder()
                .tableName(table)
                .key(key)
                .consistentRead(true)
                .projectionExpression(text)
                .expressionAttributeNames(names)
                .build())
        .map(response -> new ReadResult(response.hasItem() ? response.item() : null));
  }

  public StoredItem stored(Map<String, AttributeValue> item) {
    return StoredItem.of(hydrator, item, projection.wanted());
  }

  public int widthMax() {
    return hydrator.table().spec().limits().widthMax();
  }
}
