package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.spec.ReturnValuesException;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a write returns. It was made by then, whatever happens: whoever took a failure for the
 * write's would make it again.
 *
 * @param operation the SDK's operation name
 */
record ReturnValues(String operation, ChunkedTable table, Returned returned) {

  /** The attributes as callers see them. */
  Flow<Map<String, AttributeValue>> logical(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return told(Flow.defer(() -> returned.logical(table, key, attributes)));
  }

  /** What has to be read for them. */
  <T> Flow<T> told(Flow<T> values) {
    return values.recover(
        failure -> Flow.failed(new ReturnValuesException(operation, table.name(), failure)));
  }
}
