package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code chunking}: the stores of one table's large values. Writing options, such as
 * the codec, are not configured here: each value names its own, and a sweep reads no values.
 */
final class ChunkingReader {
  private ChunkingReader() {}

  /**
   * Reads an entry.
   *
   * @param series of the file: chunks of their items have the items' time
   */
  static ChunkingSpec read(Section table, List<TimeSeriesSpec> series) {
    String tableName = table.text("tableName");
    KeyAttribute time =
        series.stream()
            .filter(one -> one.tableName().equals(tableName))
            .map(one -> new KeyAttribute(one.time().attribute(), one.time().type()))
            .findFirst()
            .orElse(null);
    ChunkingSpec.Builder spec = ChunkingSpec.builder(tableName);
    KeyAttribute partition = KeyReader.read(table.required("partitionKey"));
    spec.partitionKey(partition.name(), partition.type());
    Section sort = table.child("sortKey");
    if (sort != null) {
      KeyAttribute range = KeyReader.read(sort);
      spec.sortKey(range.name(), range.type());
    }
    table.entries("attributes").forEach((name, place) -> spec.attribute(name, policy(place)));
    Section chunks = table.child("chunkTable");
    if (chunks != null) {
      spec.chunkTable(chunks.build(() -> chunkTable(chunks, time)));
    }
    Section bucket = table.child("bucket");
    if (bucket != null) {
      spec.bucket(BucketReader.read(bucket));
    }
    Section intents = table.required("intentTable");
    spec.intentTable(intents.build(() -> intentTable(intents)));
    table.duration("grace", spec::grace);
    table.text("seedLayout", spec::seedLayout);
    return table.build(spec::build);
  }

  private static AttributePolicy policy(String place) {
    return switch (place) {
      case "CHUNKS" -> AttributePolicy.chunked();
      case "OBJECT" -> AttributePolicy.offloaded();
      default -> AttributePolicy.asTheyAre();
    };
  }

  private static ChunkTableSpec chunkTable(Section section, @Nullable KeyAttribute time) {
    ChunkTableSpec table = ChunkTableSpec.of(section.text("tableName"));
    table = time == null ? table : table.withTime(time.name(), time.type());
    table =
        section.has("partitionKey") ? table.withPartitionKey(section.text("partitionKey")) : table;
    table = section.has("sortKey") ? table.withSortKey(section.text("sortKey")) : table;
    return section.has("data") ? table.withData(section.text("data")) : table;
  }

  private static IntentTableSpec intentTable(Section section) {
    IntentTableSpec usual = IntentTableSpec.of(section.text("tableName"));
    return new IntentTableSpec(
        usual.tableName(),
        or(section.textOrNull("partitionKey"), usual.partitionKey()),
        or(section.textOrNull("sortKey"), usual.sortKey()));
  }

  private static String or(@Nullable String section, String usual) {
    return section == null ? usual : section;
  }
}
