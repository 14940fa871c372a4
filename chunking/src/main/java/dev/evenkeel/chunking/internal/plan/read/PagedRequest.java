package dev.evenkeel.chunking.internal.plan.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A Query or a Scan, as far as they are alike: both have these parameters.
 *
 * @param <R> the response
 */
sealed interface PagedRequest<R> permits QueryPages, ScanPages {
  Call call();

  @Nullable String indexName();

  @Nullable Select select();

  /** Null of a Scan. */
  @Nullable String keyCondition();

  @Nullable String filter();

  @Nullable String projection();

  Map<String, String> names();

  Map<String, AttributeValue> values();

  /** Empty if it begins at the beginning. */
  Map<String, AttributeValue> startKey();

  /**
   * Sends it with other expressions.
   *
   * @param changes what else is different
   */
  Flow<R> send(PageExpressions expressions, Changes changes);

  Page page(R response);

  R answer(R response, Page page);

  R withCapacity(R response, ConsumedCapacity capacity);

  /**
   * How a repetition differs.
   *
   * @param consistent whether it is consistent, whatever the caller said
   * @param one whether it is for one row only, whatever the caller said
   */
  record Changes(boolean consistent, boolean one) {
    static final Changes NONE = new Changes(false, false);
    static final Changes ONE_ROW = new Changes(false, true);
  }
}
