package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.sweep.StreamReport;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Notes what one change of one item, seen in a stream, left outside. */
public final class StreamNotes {
  private final SweptTable table;
  private final List<Change> replaced = new ArrayList<>();
  private int undecidable;

  private StreamNotes(SweptTable table) {
    this.table = table;
  }

  /**
   * Notes what the old image names and the new one does not.
   *
   * @param after null if the item is gone
   */
  public static Flow<StreamReport> of(
      SweptTables tables,
      Environment environment,
      String tableName,
      Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    return Flow.defer(
        () -> {
          StreamNotes notes = new StreamNotes(tables.require(tableName));
          notes.compare(before, after == null ? Map.of() : after);
          return notes.note(environment);
        });
  }

  private void compare(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    ChunkedTable layout = table.table();
    Map<String, AttributeValue> key = table.schema().keyOf(before);
    for (String attribute : layout.attributes()) {
      try {
        PayloadRef old = layout.payload(before, attribute);
        if (old != null && !isIn(after, attribute, old)) {
          replaced.add(new Change(layout.parent(key, attribute), null, old));
        }
      } catch (LargeValueException | ArithmeticException notUnderstood) {
        undecidable++;
      }
    }
  }

  /** If that is not known here, the sweep reads the item, as it does anyway. */
  private boolean isIn(Map<String, AttributeValue> image, String attribute, PayloadRef payload) {
    try {
      return payload.isSameAs(table.table().payload(image, attribute));
    } catch (LargeValueException | ArithmeticException notUnderstood) {
      return false;
    }
  }

  private Flow<StreamReport> note(Environment environment) {
    StreamReport report = new StreamReport(replaced.size(), undecidable);
    if (replaced.isEmpty()) {
      return Flow.of(report);
    }
    Intent intent = environment.replaced(table.spec(), replaced);
    return new Intents(table.intentTable()).note(intent).map(done -> report);
  }
}
