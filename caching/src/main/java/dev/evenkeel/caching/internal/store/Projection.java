package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * The part of one item that a caller asks for.
 *
 * @param expression null for the whole item
 */
public record Projection(@Nullable String expression, Map<String, String> names)
    implements Question<GetItemResponse> {
  private static final int ANSWERS_MAX = 8;

  /** The whole item. */
  public static final Projection WHOLE = new Projection(null, Map.of());

  /** The projection of a read. */
  public static Projection of(GetItemRequest request) {
    return of(request.projectionExpression(), request.expressionAttributeNames());
  }

  /** The projection of the part of a batch on one table. */
  public static Projection of(KeysAndAttributes request) {
    return of(request.projectionExpression(), request.expressionAttributeNames());
  }

  private static Projection of(@Nullable String expression, Map<String, String> names) {
    return expression == null && names.isEmpty() ? WHOLE : new Projection(expression, names);
  }

  /** An answer with this item, or with none, and nothing else. */
  public static GetItemResponse answer(@Nullable Map<String, AttributeValue> item) {
    GetItemResponse.Builder answer = GetItemResponse.builder().item(item);
    ResponseMetadata.copy(null, answer);
    return answer.build();
  }

  @Override
  public GetItemResponse shared(GetItemResponse response) {
    return answer(response.hasItem() ? response.item() : null);
  }

  @Override
  public long halfUnits(GetItemResponse response) {
    return ReadCapacity.EVENTUAL.get(ItemSize.bytes(response.item())).halves();
  }

  @Override
  public int bytes(GetItemResponse response) {
    return HeapSize.ofAnswer(response.item());
  }

  @Override
  public @Nullable Duration timeToLive(CachingSpec spec, GetItemResponse response) {
    return response.hasItem() ? spec.timeToLive() : spec.missing();
  }

  @Override
  public int answersMax() {
    return ANSWERS_MAX;
  }

  @Override
  public int countedAs(ItemKey key) {
    return key.hashCode();
  }
}
