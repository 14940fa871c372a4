package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * Tables of chunks and intents that are missing, or have other keys than the spec says: reported by
 * name, before any item is written.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingTablesTest {
  private Fixture fixture;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    fixture.createTable("OddChunks", KeyAttribute.ofString("Key"));
    fixture.createTable("SortedChunks", KeyAttribute.ofString("Id"), KeyAttribute.ofString("Sort"));
    fixture.createTable(
        "OddIntents", KeyAttribute.ofString("Bucket"), KeyAttribute.ofString("Due"));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private ChunkingSpec chunks(String table) {
    return fixture.spec().chunkTable(ChunkTableSpec.of(table).withChunkBytes(700)).build();
  }

  private ChunkingSpec intents(String table) {
    return fixture.spec().intentTable(IntentTableSpec.of(table)).build();
  }

  private List<Arguments> cases(List<Arguments> specs, OutsideWriting... writings) {
    List<Arguments> all = new ArrayList<>();
    for (Arguments each : specs) {
      ChunkingSpec spec = (ChunkingSpec) each.get()[0];
      for (ClientUnderTest client : fixture.clients(spec)) {
        for (OutsideWriting writing : writings) {
          all.add(Arguments.of(client, writing, each.get()[1], each.get()[2]));
        }
      }
    }
    return all;
  }

  List<Arguments> tables() {
    List<Arguments> all =
        cases(
            List.of(
                Arguments.of(chunks("NoChunks"), "'NoChunks' for chunks", "none of that name"),
                Arguments.of(chunks("OddChunks"), "'OddChunks' for chunks", "other keys"),
                Arguments.of(chunks("SortedChunks"), "'SortedChunks' for chunks", "other keys"),
                Arguments.of(intents("NoIntents"), "'NoIntents' for intents", "none of that name"),
                Arguments.of(intents("OddIntents"), "'OddIntents' for intents", "other keys")),
            OutsideWriting.values());
    all.addAll(
        cases(
            List.of(Arguments.of(whole(chunks("NoChunks")), "'NoChunks'", "none of that name")),
            OutsideWriting.PUT,
            OutsideWriting.UPDATE,
            OutsideWriting.BATCH));
    return all;
  }

  private static ChunkingSpec whole(ChunkingSpec spec) {
    return spec.toBuilder().commit(CommitMode.TRANSACTION).build();
  }

  @ParameterizedTest(name = "{1}: {2}, {3}")
  @MethodSource("tables")
  void write_tableIsNotThereOrHasOtherKeys_isToldByNameAndNothingWritten(
      ClientUnderTest client, OutsideWriting writing, String table, String problem) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);

    assertThatThrownBy(() -> client.call(writing.of(key, "body")))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContainingAll(table, problem, "correct the spec");

    assertThat(fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).hasItem())
        .isFalse();
  }

  List<Arguments> readers() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : fixture.clients(chunks("NoChunks"))) {
      all.add(Arguments.of(client, "none of that name"));
    }
    for (ClientUnderTest client : fixture.clients(chunks("OddChunks"))) {
      all.add(Arguments.of(client, "other keys"));
    }
    return all;
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("readers")
  void read_tableIsNotThereOrHasOtherKeys_isToldByName(ClientUnderTest client, String problem) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    fixture.sync(fixture.spec().build()).call(OutsideWriting.PUT.of(key, "body"));

    assertThatThrownBy(
            () -> client.call(GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build()))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContainingAll("Chunks' for chunks", problem);
  }

  @Test
  void sweep_tableIsNotThere_isToldByName() {
    assertThatThrownBy(() -> sweeper(intents("NoIntents")).sweep())
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContaining("'NoIntents' for intents");
    assertThatThrownBy(() -> sweeper(chunks("NoChunks")).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContaining("'NoChunks' for chunks");
  }

  private OrphanSweeper sweeper(ChunkingSpec spec) {
    return OrphanSweeper.builder(fixture.plain).s3(fixture.s3).table(spec).build();
  }
}
