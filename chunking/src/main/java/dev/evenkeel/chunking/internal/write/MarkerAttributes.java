package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.MarkerFormat;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an item holds of a value that is outside it. */
final class MarkerAttributes {
  private MarkerAttributes() {}

  /** The marker, and in the layout of AWS's text the count and version of the chunks. */
  static Map<String, AttributeValue> of(ChunkedTable table, String attribute, Marker marker) {
    Map<String, AttributeValue> traces = new LinkedHashMap<>();
    traces.put(table.markerOf(attribute), MarkerFormat.write(marker));
    if (marker.placement() == Placement.SEED_CHUNKS) {
      traces.put(
          SeedLayout.COUNT, AttributeValue.fromN(Integer.toString(marker.outside().chunks())));
      traces.put(
          SeedLayout.VERSION, AttributeValue.fromN(SeedLayout.version(marker.outside().writeId())));
    }
    return traces;
  }
}
