package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.n;
import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChildCollectionUnderTest.Kind;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionException.Reason;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sets of every type and state, moved to children. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChildMigrationTest {
  private final LocalDynamoDb local;
  private final ChildTables tables;
  private int number;

  ChildMigrationTest(LocalDynamoDb local, DynamoDbClient client, DynamoDbAsyncClient async) {
    this.local = local;
    this.tables = new ChildTables(client, async);
  }

  /** A spec over fresh tables. */
  private ChildCollectionSpec tags(ScalarAttributeType type) {
    ChildCollectionSpec spec = ChildTables.tags("Tags" + number, "Topics" + number++, type);
    return created(spec);
  }

  private ChildCollectionSpec created(ChildCollectionSpec spec) {
    tables.create(set(spec).tableName(), set(spec).key());
    tables.create(spec);
    return spec;
  }

  private static ParentSet set(ChildCollectionSpec spec) {
    ParentSet set = spec.parentSet();
    assertThat(set).isNotNull();
    return set;
  }

  private void put(ChildCollectionSpec spec, String topic, AttributeValue set) {
    tables.putTopic(set(spec).tableName(), s(topic), set);
  }

  @ParameterizedTest
  @EnumSource
  void migrate_setsOfNumbersAndBinaries_becomeSortedChildren(Kind kind) {
    ChildCollectionSpec numbers = tags(ScalarAttributeType.N);
    put(numbers, "a", AttributeValue.fromNs(List.of("10", "9.50", "-1e3")));
    ChildCollectionUnderTest voters = ChildCollectionUnderTest.of(kind, tables, numbers);
    SdkBytes low = SdkBytes.fromByteArray(new byte[] {1});
    SdkBytes high = SdkBytes.fromByteArray(new byte[] {(byte) 0xff});
    ChildCollectionSpec binaries = tags(ScalarAttributeType.B);
    put(binaries, "a", AttributeValue.fromBs(List.of(high, low)));
    ChildCollectionUnderTest keys = ChildCollectionUnderTest.of(kind, tables, binaries);

    assertThat(voters.migrate(s("a"))).isEqualTo(3);
    assertThat(keys.migrate(s("a"))).isEqualTo(2);

    assertThat(voters.elements(s("a"), ChildQuery.ALL))
        .containsExactly(n("-1000"), n("9.5"), n("10"));
    assertThat(keys.elements(s("a"), ChildQuery.ALL))
        .containsExactly(AttributeValue.fromB(low), AttributeValue.fromB(high));
    assertThat(tables.set(set(numbers).tableName(), s("a"))).isNull();
  }

  /** A full item: some 400 KB in one set. */
  @ParameterizedTest
  @EnumSource
  void migrate_setThatFillsAnItem_isMovedWhole(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    List<String> long1024 =
        IntStream.range(0, 390).mapToObj(i -> "%04d".formatted(i) + "x".repeat(1020)).toList();
    put(spec, "full", AttributeValue.fromSs(long1024));
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.of(kind, tables, spec);

    assertThat(tags.migrate(s("full"))).isEqualTo(390);

    assertThat(tags.count(s("full"))).isEqualTo(390);
    assertThat(tags.contains(s("full"), s(long1024.get(389)))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void migrate_childrenThatAreThere_keepWhatTheyHave(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    List<String> all = IntStream.range(0, 120).mapToObj("t%03d"::formatted).toList();
    put(spec, "a", AttributeValue.fromSs(all));
    for (int i = 0; i < 120; i += 2) {
      Map<String, AttributeValue> row =
          Map.of("Topic", s("a"), "Tag", s(all.get(i)), "Votes", n("" + i));
      tables.client.putItem(put -> put.tableName(spec.tableName()).item(row));
    }
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.of(kind, tables, spec);

    assertThat(ChildCollectionUnderTest.united(kind, tables, spec).count(s("a"))).isEqualTo(120);
    assertThat(tags.migrate(s("a"))).isEqualTo(120);

    assertThat(tags.count(s("a"))).isEqualTo(120);
    assertThat(tables.rows(spec.tableName()).stream().filter(row -> row.containsKey("Votes")))
        .hasSize(60);
  }

  @ParameterizedTest
  @EnumSource
  void migrate_elementsNoKeyCanHold_isRefusedBeforeAnyMoveAndDoneByDigests(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    AttributeValue set = AttributeValue.fromSs(List.of("short", "x".repeat(1025)));
    put(spec, "a", set);
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.of(kind, tables, spec);

    assertThatThrownBy(() -> tags.migrate(s("a")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE)
        .hasMessageStartingWith("Attribute 'Tags' of table '" + set(spec).tableName())
        .hasMessageContaining("1025 bytes")
        .hasMessageContaining("Or say rangeByDigest");
    assertThat(tables.rows(spec.tableName())).isEmpty();
    assertThat(tables.set(set(spec).tableName(), s("a"))).isEqualTo(set);

    ChildCollectionSpec digests = spec.toBuilder().range("Digest").rangeByDigest().build();
    ChildCollectionSpec elsewhere =
        ChildCollectionSpec.builder(spec.tableName() + "Digests")
            .parentKey("Topic")
            .range("Digest")
            .element("Tag")
            .rangeByDigest()
            .parentSet(set(digests))
            .build();
    tables.create(elsewhere);
    ChildCollectionUnderTest texts = ChildCollectionUnderTest.of(kind, tables, elsewhere);
    assertThat(texts.migrate(s("a"))).isEqualTo(2);
    assertThat(texts.elements(s("a"), ChildQuery.ALL))
        .containsExactlyInAnyOrder(s("short"), s("x".repeat(1025)));
  }

  @ParameterizedTest
  @EnumSource
  void migrate_attributeThatIsNoSuchSet_isRefused(Kind kind) {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    put(spec, "list", AttributeValue.fromL(List.of(s("a"))));
    put(spec, "numbers", AttributeValue.fromNs(List.of("1")));
    ChildCollectionUnderTest tags = ChildCollectionUnderTest.united(kind, tables, spec);

    assertThatThrownBy(() -> tags.migrate(s("list")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE)
        .hasMessageContaining("it is of type L, and elements of type S are in one of type SS");
    assertThatThrownBy(() -> tags.count(s("numbers")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE);
    assertThatThrownBy(() -> tags.clear(s("list")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE);
    assertThat(tables.set(set(spec).tableName(), s("list"))).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void migrate_anotherChildHasTheRange_isRefusedAndNothingIsLost(Kind kind) {
    ChildCollectionSpec spec =
        ChildCollectionSpec.builder("Dated" + number)
            .parentKey("Topic")
            .range("Day")
            .element("Text")
            .rangeOf(text -> s(text.s().substring(0, 10)))
            .parentSet(ParentSet.of("DatedTopics" + number++, ChildTables.TOPIC_KEY, "Tags"))
            .build();
    created(spec);
    ChildCollectionUnderTest texts = ChildCollectionUnderTest.of(kind, tables, spec);
    AttributeValue set = AttributeValue.fromSs(List.of("2012-03-15 hello", "2012-03-16 hello"));
    put(spec, "a", set);
    texts.addChild(s("a"), new Child(s("2012-03-16"), s("something else")));

    assertThatThrownBy(() -> texts.migrate(s("a")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.RANGE_TAKEN);

    assertThat(tables.set(set(spec).tableName(), s("a"))).isEqualTo(set);
    assertThatThrownBy(
            () ->
                ChildCollectionUnderTest.united(kind, tables, spec)
                    .add(s("a"), s("2012-03-15 other")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.RANGE_TAKEN);
    texts.remove(s("a"), s("2012-03-16"));
    texts.add(s("a"), s("2012-03-16 hello"));
    assertThat(texts.migrate(s("a"))).isEqualTo(2);
    assertThat(texts.elements(s("a"), ChildQuery.ALL.beginningWith(s("2012-03-15"))))
        .containsExactly(s("2012-03-15 hello"));
    put(spec, "b", AttributeValue.fromSs(List.of("2012-03-15 one", "2012-03-15 two")));
    assertThatThrownBy(() -> texts.migrate(s("b")))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", Reason.SET_NOT_MOVABLE)
        .hasMessageContaining("two elements have one range");
  }

  @ParameterizedTest
  @EnumSource
  void migrate_parentsWithTwoKeyAttributes_areComposedAndTakenApart(Kind kind) {
    ParentSet set =
        ParentSet.of(
            "Polls" + number,
            KeySchema.of(KeyAttribute.ofString("Country"), KeyAttribute.ofNumber("Year")),
            "Voters");
    ChildCollectionSpec spec =
        created(
            ChildCollectionSpec.builder("PollVoters" + number++)
                .parentKey("Poll")
                .element("Voter", ScalarAttributeType.N)
                .parentSet(set)
                .build());
    Map<String, AttributeValue> poll = Map.of("Country", s("NO"), "Year", n("2025.0"));
    tables.client.putItem(
        put ->
            put.tableName(set.tableName())
                .item(
                    Map.of(
                        "Country", s("NO"),
                        "Year", n("2025"),
                        "Voters", AttributeValue.fromNs(List.of("1", "2")))));
    ChildCollectionUnderTest voters = ChildCollectionUnderTest.of(kind, tables, spec);

    assertThat(set.parentOf(poll)).isEqualTo(s("NO#2025"));
    assertThat(voters.migrate(set.parentOf(poll))).isEqualTo(2);

    assertThat(tables.rows(spec.tableName()))
        .contains(Map.of("Poll", s("NO#2025"), "Voter", n("1")));
    assertThatThrownBy(() -> set.parentOf(Map.of("Country", s("N#O"), "Year", n("1"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'Country' contains '#'");
    assertThatThrownBy(() -> voters.migrate(s("NO")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("[Country, Year] make, joined by '#'");
    assertThatThrownBy(() -> voters.migrate(s("NO#2025.0")))
        .isInstanceOf(RefusedOperationException.class);
  }

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

  /** Answers that are lost, throttling and conflicts with others' transactions. */
  @Test
  void migrate_transactionsThatGoWrong_areRepeated() {
    ChildCollectionSpec spec = tags(ScalarAttributeType.S);
    List<String> all = IntStream.range(0, 250).mapToObj("t%03d"::formatted).toList();
    put(spec, "a", AttributeValue.fromSs(all));
    FaultInjector faults =
        FaultPlan.seeded(5)
            .rule(FaultRule.inject(Fault.transactionConflict()).into("TransactWriteItems").first(2))
            .rule(
                FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                    .into("TransactWriteItems")
                    .nth(2))
            .build()
            .injector();
    try (DynamoDbClient faulty = local.client(faults.httpClientBuilder())) {
      ChildCollection tags = ChildCollection.of(faulty, spec);

      assertThat(tags.migrate(s("a"))).isEqualTo(250);

      assertThat(faults.journal()).hasSize(3);
      assertThat(tags.count(s("a"))).isEqualTo(250);
      assertThat(tables.set(set(spec).tableName(), s("a"))).isNull();
    }
  }

  /** Pages that end before their limit, or with nothing, must not let the set overtake them. */
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
