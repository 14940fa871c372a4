package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.read.Hydrator.Unpacking;
import dev.evenkeel.chunking.internal.read.StoredItem.StoredValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Mutant;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items with mutated markers: each is refused by a typed failure, or read within all limits, with
 * the value or a typed failure as the result.
 */
class MutatedItemsTest {
  private static final ValueLimits LIMITS =
      ValueLimits.DEFAULT.withValueBytesMax(100_000).withChunksMax(100);

  private static final ChunkedTable TABLE =
      new ChunkedTable(
          ChunkingSpec.builder("Docs")
              .partitionKey("id")
              .attribute("small", AttributePolicy.compressed(Codecs.gzip()).compressFrom(1))
              .attribute("body", AttributePolicy.chunked().moveFrom(300))
              .attribute("image", AttributePolicy.offloaded().moveFrom(300))
              .attribute(
                  "text", AttributePolicy.compressed(Codecs.zstd()).thenChunked().moveFrom(1))
              .chunkTable("Chunks")
              .intentTable("Intents")
              .seedLayout("body")
              .bucket(BucketSpec.builder("the-bucket").build())
              .limits(LIMITS)
              .build());

  private static final List<Stored> STORED =
      LongStream.range(0, 50).mapToObj(seed -> stored(Gen.seeded(seed, 10))).toList();

  /** Never asked: only what precedes and follows a read is looked at here. */
  private static final Hydrator HYDRATOR = new Hydrator(TABLE, new HookedPayloads(null));

  @Tag("rounds")
  @Test
  void items_mutated_areReadWithinLimitsOrRefused() {
    Property.check(5_000, MutatedItemsTest::check);
  }

  /** An item as it is stored, and the stored forms of what is outside it. */
  private record Stored(
      Map<String, AttributeValue> value,
      Map<String, AttributeValue> item,
      Map<String, byte[]> outside) {}

  private static Stored stored(Gen gen) {
    Map<String, AttributeValue> value = new LinkedHashMap<>();
    value.put("id", AttributeValue.fromS("x"));
    value.put("small", AttributeValue.fromS("line ".repeat(gen.between(20, 100))));
    value.put("body", AttributeValue.fromS("body ".repeat(gen.between(1, 100))));
    value.put("image", bytes(gen.between(1, 500)));
    value.put("text", AttributeValue.fromSs(List.of("a", "b".repeat(gen.between(600, 900)))));
    ItemLayout laid = PlacementPolicy.ofItem(TABLE, value);
    Map<String, AttributeValue> item = new LinkedHashMap<>(laid.staying());
    Map<String, byte[]> outside = new LinkedHashMap<>();
    for (ExternalValue moved : laid.moved()) {
      Marker marker = moved.marker(WriteId.of(new byte[16]));
      item.put("evenkeel." + moved.attribute(), marker.write());
      outside.put(moved.attribute(), moved.stored());
      if (marker.placement() == Placement.SEED_CHUNKS) {
        item.put(SeedLayout.COUNT, AttributeValue.fromN("" + moved.chunks()));
        item.put(SeedLayout.VERSION, AttributeValue.fromN("0"));
      }
    }
    return new Stored(value, item, outside);
  }

  private static AttributeValue bytes(int length) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(new byte[length]));
  }

  private static void check(Gen gen) {
    Stored stored = gen.oneOf(STORED);
    Map<String, AttributeValue> mutated = Mutant.of(stored.item(), gen);
    try {
      for (StoredValue value : StoredItem.of(HYDRATOR, mutated, TABLE.attributes()).values()) {
        assertThat(value.payload() == null ? 0 : value.payload().chunks())
            .isLessThanOrEqualTo(LIMITS.chunksMax());
        if (value.marker() != null) {
          assertThat(value.bytes()).isLessThanOrEqualTo(2 * LIMITS.valueBytesMax());
          unpack(value, mutated, stored);
        }
      }
    } catch (LargeValueException refused) {
      assertThat(refused.getMessage()).contains("'Docs'");
    }
  }

  private static void unpack(StoredValue value, Map<String, AttributeValue> item, Stored stored) {
    Marker marker = requireNonNull(value.marker());
    byte[] bytes =
        marker.isOutside()
            ? stored.outside().getOrDefault(value.attribute(), new byte[0])
            : requireNonNull(item.get(value.attribute())).b().asByteArray();
    try {
      AttributeValue read = Unpacking.value(marker, bytes.clone(), LIMITS);
      if (marker.isOutside() && marker.type() == stored.value().get(value.attribute()).type()) {
        assertThat(read).isEqualTo(stored.value().get(value.attribute()));
      }
    } catch (LargeValueException refused) {
      assertThat(refused.problem()).isNotEmpty();
    }
  }
}
