package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code chunking}: where the large values of one table are. How they are written, such
 * as by which codec, is the writers' matter: values say it themselves, and a sweep reads none.
 */
final class ChunkingReader {
  private ChunkingReader() {}

  static ChunkingSpec read(Section table) {
    ChunkingSpec.Builder spec = ChunkingSpec.builder(table.text("tableName"));
    spec.partitionKey(KeyReader.read(table.required("partitionKey")));
    Section sort = table.child("sortKey");
    if (sort != null) {
      spec.sortKey(KeyReader.read(sort));
    }
    table.entries("attributes").forEach((name, place) -> spec.attribute(name, policy(place)));
    Section chunks = table.child("chunkTable");
    if (chunks != null) {
      spec.chunkTable(chunks.build(() -> chunkTable(chunks)));
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

  private static ChunkTableSpec chunkTable(Section said) {
    ChunkTableSpec table = ChunkTableSpec.of(said.text("tableName"));
    table = said.has("partitionKey") ? table.withPartitionKey(said.text("partitionKey")) : table;
    table = said.has("sortKey") ? table.withSortKey(said.text("sortKey")) : table;
    return said.has("data") ? table.withData(said.text("data")) : table;
  }

  private static IntentTableSpec intentTable(Section said) {
    IntentTableSpec usual = IntentTableSpec.of(said.text("tableName"));
    return new IntentTableSpec(
        usual.tableName(),
        or(said.textOrNull("partitionKey"), usual.partitionKey()),
        or(said.textOrNull("sortKey"), usual.sortKey()));
  }

  private static String or(@Nullable String said, String usual) {
    return said == null ? usual : said;
  }
}
