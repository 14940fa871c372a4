package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.n;
import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sets of every type and state, moved to children. */
class ChildMigrationTest extends ChildMigrations {
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
}
