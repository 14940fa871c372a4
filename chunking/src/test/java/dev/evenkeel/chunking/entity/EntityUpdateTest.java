package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.entity.EntityFixture.Kind;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.CreateTableEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedGlobalSecondaryIndex;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** Operations of the Enhanced Client beside put and get: updates, extensions, indexes. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntityUpdateTest {
  private static final TableSchema<VersionedDoc> SCHEMA = TableSchema.fromBean(VersionedDoc.class);

  private EntityFixture fixture;
  private int docs;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new EntityFixture(local, s3);
    table(Kind.SYNC)
        .create(
            CreateTableEnhancedRequest.builder()
                .globalSecondaryIndices(
                    EnhancedGlobalSecondaryIndex.builder()
                        .indexName("including")
                        .projection(
                            projection ->
                                projection
                                    .projectionType(ProjectionType.INCLUDE)
                                    .nonKeyAttributes(
                                        "text", "evenkeel.text", "image", "evenkeel.image"))
                        .build(),
                    EnhancedGlobalSecondaryIndex.builder()
                        .indexName("keysOnly")
                        .projection(
                            projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                        .build())
                .build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private EntityTable<VersionedDoc> table(Kind kind) {
    return fixture.table(kind, fixture.spec("docs", SCHEMA), SCHEMA);
  }

  /** One with values in its item, in chunks and in S3. */
  private VersionedDoc doc() {
    VersionedDoc doc = new VersionedDoc();
    doc.setId("doc");
    doc.setRank(docs++);
    doc.setTitle("title " + doc.getRank());
    doc.setText(text(2000 + doc.getRank()));
    doc.setImage(noise(2000 + doc.getRank()));
    doc.setLines(List.of(text(950)));
    doc.setLabels(Map.of("colour", "blue ".repeat(300)));
    return doc;
  }

  private static VersionedDoc stored(EntityTable<VersionedDoc> table, VersionedDoc doc) {
    return requireNonNull(table.get(table.resource().keyFrom(doc)));
  }

  /** Where the values are that are outside. */
  private Set<String> outside() {
    Set<String> outside =
        fixture.stored("chunks").stream().map(row -> row.get("Id").s()).collect(Collectors.toSet());
    outside.addAll(fixture.objects());
    return outside;
  }

  private static void assertValues(VersionedDoc found, VersionedDoc expected) {
    assertThat(found)
        .usingRecursiveComparison()
        .usingOverriddenEquals() // bytes at once, not one by one
        .ignoringFields("version", "changed")
        .isEqualTo(expected);
  }

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

  @ParameterizedTest
  @EnumSource
  void write_staleVersion_failsAndLeavesNothing(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    VersionedDoc stale = stored(table, doc);
    VersionedDoc fresh = stored(table, doc);
    fresh.setTitle("fresh");
    table.update(fresh);
    Set<String> before = outside();
    int intents = fixture.stored("intents").size();

    stale.setImage(noise(4444));
    assertThatThrownBy(() -> table.update(stale))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThatThrownBy(() -> table.put(stale)).isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(outside()).isEqualTo(before);
    assertThat(fixture.stored("intents")).hasSize(intents);
    assertValues(stored(table, doc), fresh);
  }

  @ParameterizedTest
  @EnumSource
  void put_onCondition_asksWhetherALargeValueIsThere(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(onCondition(doc, "attribute_not_exists(image)"));
    VersionedDoc read = stored(table, doc);

    assertThatThrownBy(() -> table.put(onCondition(read, "attribute_not_exists(image)")))
        .isInstanceOf(ConditionalCheckFailedException.class);
    table.put(onCondition(read, "attribute_exists(image)"));
    assertThatThrownBy(
            () -> table.put(onCondition(stored(table, doc), "size(image) > size(image)")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'image'");
  }

  private static PutItemEnhancedRequest<VersionedDoc> onCondition(
      VersionedDoc doc, String condition) {
    return PutItemEnhancedRequest.builder(VersionedDoc.class)
        .item(doc)
        .conditionExpression(Expression.builder().expression(condition).build())
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void query_index_hasWhatItProjects(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);

    VersionedDoc including = rows(table, "including", doc, null).get(0);
    assertThat(including.getText()).isEqualTo(doc.getText());
    assertThat(including.getImage()).isEqualTo(doc.getImage());
    assertThat(including.getLines()).isNull();
    VersionedDoc keysOnly = rows(table, "keysOnly", doc, null).get(0);
    assertThat(keysOnly.getRank()).isEqualTo(doc.getRank());
    assertThat(keysOnly.getText()).isNull();
    assertThat(keysOnly.getImage()).isNull();
    VersionedDoc projected = rows(table, "including", doc, List.of("image")).get(0);
    assertThat(projected.getImage()).isEqualTo(doc.getImage());
    assertThat(projected.getId()).isEmpty();
  }

  private static List<VersionedDoc> rows(
      EntityTable<VersionedDoc> table,
      String index,
      VersionedDoc doc,
      @Nullable List<String> projected) {
    return table.query(
        index,
        QueryEnhancedRequest.builder()
            .queryConditional(
                QueryConditional.keyEqualTo(key -> key.partitionValue(doc.getTitle())))
            .attributesToProject(projected)
            .build());
  }
}
