package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.MissingPayloadException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What was found for chunks that were asked for. */
final class ChunkAnswers {
  private ChunkAnswers() {}

  static AttributeValue data(
      Map<Object, Map<String, AttributeValue>> found, ChunkRows rows, int number) {
    Map<String, AttributeValue> row = found.get(rows.identity(rows.key(number)));
    if (row == null) {
      throw new MissingPayloadException(
          "Its chunk %d is not there. Restore it from a backup, or remove the value and write it again."
              .formatted(number));
    }
    AttributeValue data = row.get(rows.data());
    if (data == null) {
      throw new CorruptValueException("Its chunk %d holds no data.".formatted(number));
    }
    return data;
  }
}
