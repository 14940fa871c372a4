package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ModelTables.Stored;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table with large values behaves as a plain one: the same random requests, the same answers. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunkingModelTest {
  private static final String CHUNKS_BY_SORT = "ChunksBySort";
  private static final int CHECKS_MAX = 5;

  private Fixture fixture;
  private int tables;
  private int operations;

  /** Further settings of the spec. */
  enum Variation {
    USUAL,
    TRANSACTION_AND_SORT_KEY,
    SEED_LAYOUT,
    FEW_BYTES_AT_A_TIME,
    EAGER
  }

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    fixture.createTable(CHUNKS_BY_SORT, KeyAttribute.ofString("Id"), KeyAttribute.ofString("Part"));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
  void requests_random_areAnsweredAsOnAPlainTable(Kind kind) {
    check(kind, 10, 300);
  }

  private void check(Kind kind, int runs, int operationsEach) {
    Map<Stored, Integer> seen = new EnumMap<>(Stored.class);
    operations = 0;
    int each = 2 * operationsEach / runs;
    int checks = 0;
    do { // few runs may draw no value of one of the forms
      Property.check(runs, gen -> run(kind, gen, 1 + gen.size() * each / Property.SIZE_MAX, seen));
      checks++;
    } while (seen.size() < Stored.values().length && checks < CHECKS_MAX);
    assertThat(operations).isGreaterThanOrEqualTo(Rounds.of(operationsEach));
    assertThat(seen).containsOnlyKeys(Stored.values());
  }

  /** Small runs have few operations, so that a failure is shown by as few as show it. */
  private void run(Kind kind, Gen gen, int count, Map<Stored, Integer> seen) {
    Variation variation = Variation.values()[Math.floorMod(gen.seed(), Variation.values().length)];
    ChunkingSpec spec = vary(fixture.spec("Large" + tables++), variation).build();
    ClientUnderTest client = kind == Kind.SYNC ? fixture.sync(spec) : fixture.async(spec);
    try (ModelTables both = new ModelTables(fixture, spec, client, seen)) {
      new ModelScript(both, gen, variation == Variation.FEW_BYTES_AT_A_TIME).run(count);
    }
    operations += count;
  }

  private static ChunkingSpec.Builder vary(ChunkingSpec.Builder spec, Variation variation) {
    return switch (variation) {
      case USUAL -> spec;
      case TRANSACTION_AND_SORT_KEY ->
          spec.commit(CommitMode.TRANSACTION)
              .chunkTable(
                  ChunkTableSpec.of(CHUNKS_BY_SORT).withSortKey("Part").withChunkBytes(700));
      case SEED_LAYOUT -> spec.seedLayout("body");
      case FEW_BYTES_AT_A_TIME -> spec.limits(ValueLimits.DEFAULT.withHydrateBytesMax(3000));
      case EAGER ->
          spec.attribute(
                  "text", AttributePolicy.compressed(Codecs.gzip()).thenChunked().moveFrom(300))
              .attribute("image", AttributePolicy.offloaded().moveFrom(1))
              .attribute(
                  "small",
                  AttributePolicy.compressed(Codecs.snappy()).compressFrom(0).onlyIfUnitSaved());
    };
  }
}
