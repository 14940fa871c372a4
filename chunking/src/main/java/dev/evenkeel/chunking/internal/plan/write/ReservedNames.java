package dev.evenkeel.chunking.internal.plan.write;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.core.operation.Call;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Refuses what callers may not write: whoever writes markers could name what is not theirs. */
final class ReservedNames {
  private ReservedNames() {}

  static void refuse(Call call, ChunkedTable table, Map<String, AttributeValue> item) {
    for (String reserved : table.reserved()) {
      if (item.containsKey(reserved)) {
        throw call.refuse(
            "the item has attribute '%s', which tells how a large value is stored"
                .formatted(reserved),
            "Leave it out, or give the attribute another name");
      }
    }
  }
}
