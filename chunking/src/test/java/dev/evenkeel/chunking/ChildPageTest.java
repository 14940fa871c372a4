package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.n;
import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyMismatchException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Pages of children: their ranges, directions and start keys. */
class ChildPageTest extends ChildCollections {
  private static final ChildCollectionSpec TAGS = spec("Tags", ScalarAttributeType.S);
  private static final ChildCollectionSpec VOTERS = spec("Voters", ScalarAttributeType.N);

  @BeforeAll
  void createTables() {
    List.of(TAGS, VOTERS).forEach(tables::create);
  }

  @ParameterizedTest
  @EnumSource
  void page_rangesAndDirections_areThoseOfTheSortKey(Kind kind) {
    ChildCollectionUnderTest voters = collection(kind, VOTERS);
    AttributeValue parent = newParent();
    voters.addAll(parent, IntStream.range(0, 20).mapToObj(i -> n("" + i)).toList());
    ChildQuery some = ChildQuery.ALL.from(n("3.0")).to(n("7"));

    for (int limit = 0; limit < 8; limit++) {
      assertThat(voters.elements(parent, some.limit(limit)))
          .containsExactly(n("3"), n("4"), n("5"), n("6"), n("7"));
      assertThat(voters.elements(parent, some.descending().limit(limit)))
          .containsExactly(n("7"), n("6"), n("5"), n("4"), n("3"));
    }
    assertThat(voters.elements(parent, ChildQuery.ALL.from(n("18")).eventuallyConsistent()))
        .containsExactly(n("18"), n("19"));
    assertThat(voters.elements(parent, ChildQuery.ALL.to(n("1")))).containsExactly(n("0"), n("1"));
  }

  @ParameterizedTest
  @EnumSource
  void page_startKey_isTheKeyOfAnyChildThereIsOrNot(Kind kind) {
    ChildCollectionUnderTest voters = collection(kind, VOTERS);
    AttributeValue parent = newParent();
    voters.addAll(parent, List.of(n("1"), n("2"), n("4")));

    ChildPage first = voters.page(parent, ChildQuery.ALL.limit(2));

    assertThat(first.lastEvaluatedKey()).isEqualTo(VOTERS.key(parent, n("2")));
    assertThat(voters.elements(parent, ChildQuery.ALL.startingAfter(VOTERS.key(parent, n("3")))))
        .containsExactly(n("4"));
    ChildQuery down = ChildQuery.ALL.descending().startingAfter(VOTERS.key(parent, n("3")));
    assertThat(voters.elements(parent, down)).containsExactly(n("2"), n("1"));
    ChildQuery atTheEnd = ChildQuery.ALL.to(n("2")).startingAfter(VOTERS.key(parent, n("2")));
    assertThat(voters.page(parent, atTheEnd)).isEqualTo(ChildPage.EMPTY);
    assertThatThrownBy(
            () -> voters.page(parent, ChildQuery.ALL.startingAfter(Map.of("Id", parent))))
        .isInstanceOf(InvalidStartKeyException.class);
  }

  @ParameterizedTest
  @EnumSource
  void page_impossibleRange_isRefused(Kind kind) {
    ChildCollectionUnderTest voters = collection(kind, VOTERS);
    AttributeValue parent = newParent();

    assertThatThrownBy(() -> voters.page(parent, ChildQuery.ALL.from(n("2")).to(n("1"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("begins after its end");
    assertThatThrownBy(() -> voters.page(parent, ChildQuery.ALL.beginningWith(n("2"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("numbers do not begin");
    assertThatThrownBy(
            () -> collection(kind, TAGS).page(parent, ChildQuery.ALL.beginningWith(s(""))))
        .isInstanceOf(KeyMismatchException.class);
    assertThatThrownBy(() -> ChildQuery.ALL.from(s("a")).beginningWith(s("a")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
