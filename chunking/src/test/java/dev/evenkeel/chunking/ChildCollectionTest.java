package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.n;
import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyMismatchException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Children without any set beside them. */
class ChildCollectionTest extends ChildCollections {
  private static final ChildCollectionSpec TAGS = spec("Tags", ScalarAttributeType.S);
  private static final ChildCollectionSpec VOTERS = spec("Voters", ScalarAttributeType.N);
  private static final ChildCollectionSpec KEYS = spec("Keys", ScalarAttributeType.B);

  @BeforeAll
  void createTables() {
    List.of(TAGS, VOTERS, KEYS).forEach(tables::create);
  }

  private static AttributeValue bytes(int... values) {
    byte[] bytes = new byte[values.length];
    IntStream.range(0, values.length).forEach(i -> bytes[i] = (byte) values[i]);
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }

  @ParameterizedTest
  @EnumSource
  void add_newThenAgain_isNewOnce(Kind kind) {
    ChildCollectionUnderTest tags = collection(kind, TAGS);
    AttributeValue parent = newParent();

    assertThat(tags.add(parent, s("red"))).isTrue();
    assertThat(tags.add(parent, s("red"))).isFalse();
    assertThat(tags.contains(parent, s("red"))).isTrue();
    assertThat(tags.contains(parent, s("blue"))).isFalse();
    assertThat(tags.count(parent)).isEqualTo(1);
    assertThat(tags.contains(newParent(), s("red"))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void addAll_someThere_saysWhichAreNewInTheirOrder(Kind kind) {
    ChildCollectionUnderTest tags = collection(kind, TAGS);
    AttributeValue parent = newParent();
    tags.add(parent, s("b"));

    assertThat(tags.addAll(parent, List.of(s("d"), s("b"), s("a"), s("c"))))
        .containsExactly(s("d"), s("a"), s("c"));
    assertThat(tags.addAll(parent, List.of())).isEmpty();
    assertThat(tags.elements(parent, ChildQuery.ALL))
        .containsExactly(s("a"), s("b"), s("c"), s("d"));
  }

  @ParameterizedTest
  @EnumSource
  void add_childWithMoreInIt_leavesThatAlone(Kind kind) {
    AttributeValue parent = newParent();
    Map<String, AttributeValue> row = Map.of("Id", parent, "Element", s("red"), "Votes", n("12"));
    tables.client.putItem(put -> put.tableName("Tags").item(row));

    assertThat(collection(kind, TAGS).add(parent, s("red"))).isFalse();

    assertThat(tables.rows("Tags")).contains(row);
  }

  @ParameterizedTest
  @EnumSource
  void numbers_writtenDifferently_areOneElement(Kind kind) {
    ChildCollectionUnderTest voters = collection(kind, VOTERS);
    AttributeValue parent = newParent();

    assertThat(voters.addAll(parent, List.of(n("1.0"), n("+2e1"), n("-3")))).hasSize(3);

    assertThat(voters.add(parent, n("1"))).isFalse();
    assertThat(voters.contains(parent, n("01.00"))).isTrue();
    assertThat(voters.containing(parent, List.of(n("20.0"), n("3"), n("-3.0"))))
        .containsExactly(n("20"), n("-3"));
    assertThat(voters.elements(parent, ChildQuery.ALL)).containsExactly(n("-3"), n("1"), n("20"));
    assertThat(voters.remove(parent, n("1e0"))).isTrue();
    assertThat(voters.count(parent)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void binaries_areSortedByUnsignedBytes(Kind kind) {
    ChildCollectionUnderTest keys = collection(kind, KEYS);
    AttributeValue parent = newParent();

    keys.addAll(parent, List.of(bytes(0x80), bytes(0x7f), bytes(0x80, 0)));

    assertThat(keys.elements(parent, ChildQuery.ALL))
        .containsExactly(bytes(0x7f), bytes(0x80), bytes(0x80, 0));
    assertThat(keys.elements(parent, ChildQuery.ALL.beginningWith(bytes(0x80)).descending()))
        .containsExactly(bytes(0x80, 0), bytes(0x80));
  }

  @ParameterizedTest
  @EnumSource
  void addAll_anyOfThemWrong_isRefusedBeforeAnyWrite(Kind kind) {
    ChildCollectionUnderTest tags = collection(kind, TAGS);
    ChildCollectionUnderTest voters = collection(kind, VOTERS);
    AttributeValue parent = newParent();

    assertThatThrownBy(() -> tags.addAll(parent, List.of(s("a"), s("b"), s("a"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessage(
            "PutItem on 'Tags' refused: one child is named twice. Name each once; 1 and 1.0 are one number.");
    assertThatThrownBy(() -> voters.addAll(parent, List.of(n("1"), n("1.0"))))
        .isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> tags.addAll(parent, List.of(s("a"), s(""))))
        .isInstanceOf(KeyMismatchException.class)
        .hasMessageContaining("'Element' is empty");
    assertThatThrownBy(() -> tags.addAll(parent, List.of(s("a"), s("é".repeat(513)))))
        .isInstanceOf(KeyMismatchException.class)
        .hasMessageContaining("has 1026 bytes but DynamoDB allows 1024");
    assertThatThrownBy(() -> tags.add(s("p".repeat(2049)), s("a")))
        .isInstanceOf(KeyMismatchException.class)
        .hasMessageContaining("has 2049 bytes but DynamoDB allows 2048");
    assertThatThrownBy(() -> tags.addAll(parent, List.of(s("a"), n("1"))))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("Attribute 'Element' of table 'Tags': The value is of type N");
    assertThatThrownBy(() -> tags.addAll(parent, List.of(s("a"), s("\ud800"))))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("surrogate");
    assertThat(tags.count(parent)).isZero();
    assertThat(voters.count(parent)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void add_longestKeys_areStored(Kind kind) {
    ChildCollectionUnderTest tags = collection(kind, TAGS);
    AttributeValue parent = s("p".repeat(2048 - 6) + "é" + kind.name().substring(0, 4));
    AttributeValue longest = s("é".repeat(512));

    assertThat(tags.add(parent, longest)).isTrue();
    assertThat(tags.contains(parent, longest)).isTrue();
    assertThat(tags.remove(parent, longest)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void remove_someThere_saysWhichWere(Kind kind) {
    ChildCollectionUnderTest tags = collection(kind, TAGS);
    AttributeValue parent = newParent();
    tags.addAll(parent, List.of(s("a"), s("b"), s("c")));

    assertThat(tags.removeAll(parent, List.of(s("c"), s("x"), s("a"))))
        .containsExactly(s("c"), s("a"));
    assertThat(tags.remove(parent, s("a"))).isFalse();
    assertThat(tags.elements(parent, ChildQuery.ALL)).containsExactly(s("b"));
    assertThatThrownBy(() -> tags.removeAll(parent, List.of(s("b"), s("b"))))
        .isInstanceOf(RefusedOperationException.class);
    assertThat(tags.count(parent)).isEqualTo(1);
  }

  @Test
  void clear_entriesLeftUnprocessed_areRepeated() {
    FaultPlan plan =
        FaultPlan.seeded(3)
            .rule(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchWriteItem").first(6))
            .build();
    FaultInjector injector = plan.injector();
    try (DynamoDbClient faulty = local.client(injector.httpClientBuilder())) {
      AttributeValue parent = newParent();
      ChildCollection tags = ChildCollection.of(faulty, TAGS);
      tags.addAll(parent, IntStream.range(0, 120).mapToObj(i -> s("tag" + i)).toList());

      assertThat(tags.clear(parent)).isEqualTo(120);

      assertThat(injector.journal()).hasSize(6);
      assertThat(tags.count(parent)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void withParentSet_specWithoutOne_isRefused(Kind kind) {
    assertThatThrownBy(() -> ChildCollectionUnderTest.united(kind, tables, TAGS))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("names no set");
    assertThatThrownBy(() -> collection(kind, TAGS).migrate(newParent()))
        .isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> collection(kind, TAGS).migratePage(null))
        .isInstanceOf(DecoratorException.class);
  }
}
