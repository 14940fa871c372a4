package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.PrefixOwner;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The content of the chunk table and the bucket, compared with the payloads that items point to.
 *
 * @param orphans the keys of chunks and objects that no item points to
 * @param missing the keys that an item points to and that are not there
 */
record Outside(Set<String> orphans, Set<String> missing) {

  static Outside of(CrashFixture fixture, ChunkingSpec spec) {
    Set<String> there = new TreeSet<>(fixture.objects());
    there.remove("large/" + PrefixOwner.key(CrashFixture.DOCS));
    fixture
        .stored(CrashFixture.CHUNKS)
        .forEach(row -> there.add(requireNonNull(row.get("Id")).s()));
    Set<String> missing = new TreeSet<>(live(fixture, spec));
    Set<String> orphans = new TreeSet<>(there);
    orphans.removeAll(missing);
    missing.removeAll(there);
    return new Outside(orphans, missing);
  }

  private static List<String> live(CrashFixture fixture, ChunkingSpec spec) {
    ChunkedTable table = new ChunkedTable(spec);
    List<String> live = new ArrayList<>();
    for (Map<String, AttributeValue> item : fixture.stored(CrashFixture.DOCS)) {
      for (String attribute : table.attributes()) {
        PayloadRef payload = table.payload(item, attribute);
        if (payload != null) {
          live.addAll(keys(table.schema(), table.parent(table.keyOf(item), attribute), payload));
        }
      }
    }
    return live;
  }

  private static List<String> keys(KeySchema schema, Parent parent, PayloadRef payload) {
    List<String> keys = new ArrayList<>();
    switch (payload.placement()) {
      case ITEM -> {}
      case OBJECT ->
          keys.add("large/" + PayloadKeys.object(schema, parent, WriteId.ofHex(payload.id())));
      case CHUNKS -> {
        String start = PayloadKeys.chunkParent(schema, parent);
        for (int number = 1; number <= payload.chunks(); number++) {
          keys.add(PayloadKeys.chunk(start, WriteId.ofHex(payload.id()), number));
        }
      }
      case SEED_CHUNKS -> {
        for (int number = 1; number <= payload.chunks(); number++) {
          keys.add(SeedLayout.chunk(schema, parent.key(), payload.id(), number));
        }
      }
    }
    return keys;
  }
}
