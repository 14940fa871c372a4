package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.CreateTableEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedGlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** A table of documents with a version, and values in their items, in chunks and in S3. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class VersionedDocs {
  private static final TableSchema<VersionedDoc> SCHEMA = TableSchema.fromBean(VersionedDoc.class);

  EntityFixture fixture;
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

  EntityTable<VersionedDoc> table(Kind kind) {
    return fixture.table(kind, fixture.spec("docs", SCHEMA), SCHEMA);
  }

  /** One with values in its item, in chunks and in S3. */
  VersionedDoc doc() {
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

  static VersionedDoc stored(EntityTable<VersionedDoc> table, VersionedDoc doc) {
    return requireNonNull(table.get(table.resource().keyFrom(doc)));
  }

  /** Where the values are that are outside. */
  Set<String> outside() {
    Set<String> outside =
        fixture.stored("chunks").stream().map(row -> row.get("Id").s()).collect(Collectors.toSet());
    outside.addAll(fixture.objects());
    return outside;
  }

  static void assertValues(VersionedDoc found, VersionedDoc expected) {
    assertThat(found)
        .usingRecursiveComparison()
        .usingOverriddenEquals() // bytes at once, not one by one
        .ignoringFields("version", "changed")
        .isEqualTo(expected);
  }
}
