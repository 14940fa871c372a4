package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionException.Reason;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sets that cannot be moved to children as they are. */
class ChildMigrationRefusalTest extends ChildMigrations {
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
}
