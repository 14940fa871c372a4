package dev.evenkeel.chunking.internal.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.sweep.ReadIntent.Kind;
import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Mutant;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Mutated intents decide what a sweep deletes: they are read exactly, within the tables of the
 * sweeper, or not at all; and reading never fails.
 */
class MutatedIntentsTest {
  private static final IntentTableSpec INTENTS = IntentTableSpec.of("Intents");

  private static final SweptTables TABLES =
      new SweptTables(
          List.of(
              ChunkingSpec.builder("Docs")
                  .partitionKey("id")
                  .sortKey("at")
                  .attribute("body", AttributePolicy.chunked())
                  .attribute("text", AttributePolicy.chunked())
                  .attribute("image", AttributePolicy.offloaded())
                  .chunkTable("Chunks")
                  .intentTable(INTENTS)
                  .seedLayout("text")
                  .bucket(BucketSpec.builder("the-bucket").build())
                  .build()));

  @Tag("rounds")
  @Test
  void intents_mutated_areReadAsTheySayOrNotAtAll() {
    Property.check(5_000, MutatedIntentsTest::check);
  }

  private static Intent intent(Gen gen) {
    State state = gen.oneOf(List.of(State.values()));
    return new Intent(
        id(gen),
        Instant.ofEpochMilli(gen.between(0, 1_000_000_000)),
        state,
        state == State.COMMITTED ? 1L : null,
        List.of(
            change(
                "body", new PayloadRef(Placement.CHUNKS, id(gen).hex(), gen.between(0, 100)), null),
            change("text", null, new PayloadRef(Placement.SEED_CHUNKS, "17", 3)),
            change("image", null, new PayloadRef(Placement.OBJECT, id(gen).hex(), 0))));
  }

  private static WriteId id(Gen gen) {
    byte[] bytes = new byte[WriteId.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) gen.between(0, 255);
    }
    return WriteId.of(bytes);
  }

  private static Change change(String attribute, PayloadRef staged, PayloadRef replaced) {
    Map<String, AttributeValue> key =
        Map.of("id", AttributeValue.fromS("a#b"), "at", AttributeValue.fromS("c"));
    return new Change(new Parent("Docs", key, attribute), staged, replaced);
  }

  private static void check(Gen gen) {
    Map<String, AttributeValue> whole = IntentFormat.write(INTENTS, intent(gen));
    assertThat(ReadIntent.of(TABLES, INTENTS, whole).kind()).isEqualTo(Kind.OURS);

    Map<String, AttributeValue> mutated = Mutant.of(whole, gen);
    ReadIntent read = ReadIntent.of(TABLES, INTENTS, mutated);

    if (read.kind() == Kind.OURS) {
      Intent ours = read.ours();
      assertThat(mutated).containsAllEntriesOf(IntentFormat.key(INTENTS, ours.id(), ours.due()));
      Stream.concat(read.staged().stream(), read.replaced().stream())
          .forEach(MutatedIntentsTest::checkTarget);
    }
  }

  private static void checkTarget(SweepTarget target) {
    assertThat(target.parent().table()).isEqualTo("Docs");
    assertThat(target.table().table().attributes()).contains(target.parent().attribute());
    assertThat(target.parent().key().keySet()).containsExactlyInAnyOrder("id", "at");
    assertThat(target.parent().text(target.table().schema())).isNotEmpty();
    assertThat(target.payload().chunks()).isNotNegative();
    assertThat(SeedNameCollisions.of(target)).isNotEmpty();
  }
}
