package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;

/** Updates of entities with large values. */
class EntityUpdateTest extends VersionedDocs {
  @ParameterizedTest
  @EnumSource
  void update_ofASmallAttribute_uploadsNothingAgain(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    Set<String> before = outside();

    VersionedDoc read = stored(table, doc);
    assertValues(read, doc);
    read.setTitle("another");
    VersionedDoc updated = table.update(read);
    table.put(updated);

    assertThat(outside()).isEqualTo(before);
    assertValues(updated, read);
    VersionedDoc now = stored(table, doc);
    assertValues(now, read);
    assertThat(now.getVersion()).isEqualTo(3);
    assertThat(now.getChanged()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void update_inATransaction_uploadsNothingAgain(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    Set<String> before = outside();

    VersionedDoc read = stored(table, doc);
    read.setTitle("another");
    table.transactWrite(
        TransactWriteItemsEnhancedRequest.builder().addUpdateItem(table.resource(), read).build());

    assertThat(outside()).isEqualTo(before);
    assertValues(stored(table, doc), read);
  }

  /** An update sees no more than 96 KiB that would fit, five times over. */
  @ParameterizedTest
  @EnumSource
  void update_ofManyValuesThatFitOnlyAlone_leavesThemOutside(Kind kind) {
    TableSchema<Wide> schema = TableSchema.fromBean(Wide.class);
    ChunkingSpec spec =
        ChunkingSpec.from("wide" + kind, schema)
            .chunkTable("chunks")
            .intentTable("intents")
            .build();
    EntityTable<Wide> table = fixture.table(kind, spec, schema);
    table.create();
    Wide wide = Wide.of("wide", 90_000);
    table.put(wide);
    Set<String> before = outside();
    assertThat(before).anyMatch(chunk -> chunk.startsWith("1#wide" + kind));

    Wide updated = table.update(wide);

    assertThat(updated).usingRecursiveComparison().usingOverriddenEquals().isEqualTo(wide);
    assertThat(outside()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void update_ofOneLargeValue_uploadsThatOne(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    Set<String> before = outside();

    VersionedDoc read = stored(table, doc);
    read.setImage(noise(3333));
    assertValues(table.update(read), read);

    Set<String> brought = new HashSet<>(outside());
    brought.removeAll(before);
    assertThat(brought).hasSize(1);
    assertValues(stored(table, doc), read);
  }

  @ParameterizedTest
  @EnumSource
  void update_withNulls_removesOrKeepsLargeValues(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    VersionedDoc part = new VersionedDoc();
    part.setId(doc.getId());
    part.setRank(doc.getRank());
    part.setVersion(1L);
    part.setTitle("part");

    VersionedDoc kept = table.update(update(part, IgnoreNullsMode.MAPS_ONLY));
    doc.setTitle("part");
    assertValues(kept, doc);
    assertValues(stored(table, doc), doc);

    part.setVersion(2L);
    VersionedDoc removed = table.update(update(part, IgnoreNullsMode.DEFAULT));
    assertValues(removed, part);
    assertValues(stored(table, doc), part);
  }

  private static UpdateItemEnhancedRequest<VersionedDoc> update(
      VersionedDoc doc, IgnoreNullsMode mode) {
    return UpdateItemEnhancedRequest.builder(VersionedDoc.class)
        .item(doc)
        .ignoreNullsMode(mode)
        .build();
  }

  /** The mode updates documents by path, and a large document has none in its item. */
  @ParameterizedTest
  @EnumSource
  void update_inPartsOfALargeDocument_isRefused(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    VersionedDoc read = stored(table, doc);

    assertThatThrownBy(() -> table.update(update(read, IgnoreNullsMode.SCALAR_ONLY)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'labels'");

    read.setLabels(null);
    read.setTitle("scalars");
    VersionedDoc updated = table.update(update(read, IgnoreNullsMode.SCALAR_ONLY));
    doc.setTitle("scalars");
    assertValues(updated, doc);
  }
}
