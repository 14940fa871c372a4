package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionException.Reason;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Parents moved page by page, and pages of a union of set and children. */
class ChildMigrationPagesTest extends ChildMigrations {
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void migratePage_manyParents_movesAllAndTellsWhichItCannot(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    for (int i = 0; i < 30; i++) {
      put(spec, "topic" + i, AttributeValue.fromSs(List.of("a" + i, "b", "x".repeat(50_000 / 51))));
    }
    put(spec, "bad", AttributeValue.fromSs(List.of("fine", "x".repeat(1025))));
    tables.client.putItem(
        put -> put.tableName(set(spec).tableName()).item(Map.of("Topic", s("without"))));
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.of(kind, tables, spec);

    MigratedPage page = tags.migratePage(null);

    assertThat(page.parents()).isEqualTo(31);
    assertThat(page.elements()).isEqualTo(90);
    assertThat(page.lastEvaluatedKey()).isNull();
    assertThat(page.unmoved())
        .singleElement()
        .satisfies(
            unmoved -> {
              assertThat(unmoved.key()).isEqualTo(Map.of("Topic", s("bad")));
              assertThat(unmoved.reason())
                  .isInstanceOf(ChildCollectionException.class)
                  .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE);
            });
    assertThat(tables.rows(spec.tableName())).hasSize(90);
    assertThat(tags.migratePage(Map.of("Topic", s("topic3"))).elements()).isZero();
  }

  /** The key of its children would be ambiguous. */
  @ParameterizedTest
  @EnumSource
  void migratePage_aParentWhoseKeyHasTheSeparator_isToldAndKeepsNoOtherWaiting(Kind kind) {
    KeySchema key = KeySchema.of(KeyAttribute.ofString("Topic"), KeyAttribute.ofString("At"));
    ChildCollectionSpec spec =
        created(
            ChildCollectionSpec.builder("Tags" + number)
                .parentKey("TopicAt")
                .element("Tag", ScalarAttributeType.S)
                .parentSet(ParentSet.of("Topics" + number++, key, "Tags"))
                .build());
    for (String topic : List.of("a", "b#c", "d")) {
      Map<String, AttributeValue> item =
          Map.of("Topic", s(topic), "At", s("1"), "Tags", AttributeValue.fromSs(List.of("x")));
      tables.client.putItem(put -> put.tableName(set(spec).tableName()).item(item));
    }

    MigratedPage page = ChildCollectionUnderTest.of(kind, tables, spec).migratePage(null);

    assertThat(page.elements()).isEqualTo(2);
    assertThat(page.lastEvaluatedKey()).isNull();
    assertOneUnmoved(page).hasMessageContaining("'Topic' contains '#'");
  }

  private static AbstractThrowableAssert<?, ?> assertOneUnmoved(MigratedPage page) {
    assertThat(page.unmoved()).hasSize(1);
    return assertThat(page.unmoved().get(0).reason())
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE);
  }

  @ParameterizedTest
  @EnumSource
  void migratePage_anElementThatAnIndexDoesNotTake_isToldAndKeepsNoOtherWaiting(Kind kind) {
    ChildCollectionSpec spec =
        created(ChildTables.digests("Tags" + number, "Topics" + number++, ScalarAttributeType.S));
    CreateGlobalSecondaryIndexAction index =
        CreateGlobalSecondaryIndexAction.builder()
            .indexName("byTag")
            .keySchema(
                KeySchemaElement.builder().attributeName("Tag").keyType(KeyType.HASH).build())
            .projection(all -> all.projectionType(ProjectionType.ALL))
            .build();
    tables.client.updateTable(
        UpdateTableRequest.builder()
            .tableName(spec.tableName())
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("Tag")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder().create(index).build())
            .build());
    put(spec, "a", AttributeValue.fromSs(List.of("small")));
    put(spec, "b", AttributeValue.fromSs(List.of("x".repeat(3_000))));
    put(spec, "c", AttributeValue.fromSs(List.of("small")));

    MigratedPage page = ChildCollectionUnderTest.of(kind, tables, spec).migratePage(null);

    assertThat(page.elements()).isEqualTo(2);
    assertOneUnmoved(page).hasCauseInstanceOf(DynamoDbException.class);
  }

  /** A chunking client needs an action of its own for the element that leaves its item. */
  @ParameterizedTest
  @ValueSource(ints = {98, 99, 150})
  void migrate_overAChunkingClient_elementsThatLeaveTheirItemsAreMoved(int elements) {
    ChildCollectionSpec spec =
        created(ChildTables.digests("Tags" + number, "Topics" + number++, ScalarAttributeType.S));
    tables.create("Chunks" + number, KeySchema.of(KeyAttribute.ofString("Id")));
    tables.create(
        "Intents" + number,
        KeySchema.of(KeyAttribute.ofNumber("Bucket"), KeyAttribute.ofString("Due")));
    List<String> set = new ArrayList<>();
    for (int i = 0; i < elements; i++) {
      set.add(i % 50 == 0 ? ("large" + i).repeat(1_000) : "small" + i);
    }
    put(spec, "a", AttributeValue.fromSs(set));
    DynamoDbClient chunking =
        ChunkingDynamoDbClient.builder(tables.client)
            .table(
                ChunkingSpec.builder(spec.tableName())
                    .partitionKey("Topic")
                    .sortKey("Digest")
                    .attribute("Tag", AttributePolicy.chunked().moveFrom(4096))
                    .chunkTable("Chunks" + number)
                    .intentTable("Intents" + number)
                    .build())
            .build();

    ChildCollection tags = ChildCollection.of(chunking, spec);
    tags.addAll(s("a"), List.of(s(set.get(0)), s(set.get(1)))); // a large one and a small one

    assertThat(tags.migrate(s("a"))).isEqualTo(elements);
    assertThat(tags.count(s("a"))).isEqualTo(elements);
    assertThat(tables.set(set(spec).tableName(), s("a"))).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void migratePage_severalPages_goesOnFromTheLastKey(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    AttributeValue tagged = AttributeValue.fromSs(List.of("a", "b"));
    AttributeValue large = s("x".repeat(98_000)); // a page ends at 1 MB, whatever is read of it
    for (int i = 0; i < 12; i++) {
      AttributeValue topic = s("topic" + i);
      tables.client.putItem(
          put ->
              put.tableName(set(spec).tableName())
                  .item(Map.of("Topic", topic, "Tags", tagged, "Text", large)));
    }
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.of(kind, tables, spec);

    MigratedPage first = tags.migratePage(null);

    assertThat(first.lastEvaluatedKey()).isNotNull();
    assertThat(first.parents()).isBetween(1, 11);
    MigratedPage second = tags.migratePage(first.lastEvaluatedKey());
    assertThat(first.parents() + second.parents()).isEqualTo(12);
    assertThat(first.elements() + second.elements()).isEqualTo(12 * 2);
  }

  /** Pages that end before their limit, or with nothing, must not let the set overtake them. */
  @Tag("deep")
  @Test
  void withParentSet_shortAndEmptyPages_areMergedInOrder() {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    List<String> all = IntStream.range(0, 40).mapToObj("t%03d"::formatted).toList();
    List<String> inSet = all.stream().filter(tag -> tag.hashCode() % 3 != 0).toList();
    List<AttributeValue> elements = all.stream().map(ChildTables::s).toList();
    put(spec, "a", AttributeValue.fromSs(inSet));
    List<String> children = all.stream().filter(tag -> tag.hashCode() % 3 != 1).toList();
    assertThat(children).hasSizeBetween(20, 35);
    FaultInjector faults =
        FaultPlan.seeded(7)
            .rule(FaultRule.inject(Fault.emptyPage()).into("Query").withProbability(0.2))
            .rule(FaultRule.inject(Fault.shortPage(2)).into("Query").withProbability(0.7))
            .build()
            .injector();
    try (DynamoDbClient faulty = local.client(faults.httpClientBuilder())) {
      ChildCollection plain = ChildCollection.of(faulty, spec);
      ChildCollection both = plain.withParentSet();
      assertThat(plain.addAll(s("a"), children.stream().map(ChildTables::s).toList()))
          .hasSize(children.size());

      for (int limit = 0; limit < 6; limit++) {
        ChildQuery some = ChildQuery.ALL.from(s("t005")).to(s("t034")).limit(limit);
        assertThat(walk(both, some)).isEqualTo(elements.subList(5, 35));
        List<AttributeValue> down = new ArrayList<>(elements);
        Collections.reverse(down);
        assertThat(walk(both, ChildQuery.ALL.descending().limit(limit))).isEqualTo(down);
      }
      assertThat(both.count(s("a"))).isEqualTo(40);
      assertThat(plain.count(s("a"))).isEqualTo(children.size());
      assertThat(faults.journal()).hasSizeGreaterThan(50);
    }
  }

  private static List<AttributeValue> walk(ChildCollection collection, ChildQuery query) {
    List<AttributeValue> walked = new ArrayList<>();
    Map<String, AttributeValue> next = null;
    do {
      ChildPage page = collection.page(s("a"), query.startingAfter(next));
      page.children().forEach(child -> walked.add(child.element()));
      next = page.lastEvaluatedKey();
    } while (next != null);
    return walked;
  }
}
