package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Children whose range is another attribute than the element. */
class ChildRangeTest extends ChildCollections {
  private static final ChildCollectionSpec REPLIES =
      ChildCollectionSpec.builder("Replies").parentKey("Id").range("At").element("Message").build();

  @BeforeAll
  void createTables() {
    tables.create(REPLIES);
  }

  @ParameterizedTest
  @EnumSource
  void replies_oneRangeTwoElements_areNeverOverwritten(Kind kind) {
    ChildCollectionUnderTest replies = collection(kind, REPLIES);
    AttributeValue thread = newParent();
    Child first = new Child(s("2012-03-15"), s("first"));

    assertThat(replies.addChild(thread, first)).isTrue();
    assertThat(replies.addChild(thread, first)).isFalse();
    assertThatThrownBy(() -> replies.addChild(thread, new Child(first.range(), s("other"))))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", ChildCollectionException.Reason.RANGE_TAKEN)
        .hasMessageContaining("a child with the same 'At' and another 'Message'");
    assertThatThrownBy(() -> replies.add(thread, s("without a time")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'At', which does not follow");
    assertThat(replies.addChildren(thread, List.of(new Child(s("2012-03-16"), s("first")), first)))
        .containsExactly(new Child(s("2012-03-16"), s("first")));
    assertThat(replies.all(thread, ChildQuery.ALL.from(s("2012-03-15T")))).hasSize(1);
    assertThat(replies.remove(thread, first.range())).isTrue();
  }

  /** The Reply table of AWS's text both with many replies and with long ones. */
  @Test
  void addChild_overAChunkingClient_mayBeLargerThanAnItem() {
    tables.create("Chunks", KeySchema.of(KeyAttribute.ofString("Id")));
    tables.create(
        "Intents", KeySchema.of(KeyAttribute.ofNumber("Bucket"), KeyAttribute.ofString("Due")));
    ChunkingSpec large =
        ChunkingSpec.builder("Replies")
            .partitionKey("Id")
            .sortKey("At")
            .attribute("Message", AttributePolicy.chunked())
            .chunkTable("Chunks")
            .intentTable("Intents")
            .build();
    DynamoDbClient chunking = ChunkingDynamoDbClient.builder(tables.client).table(large).build();
    ChildCollection replies = ChildCollection.of(chunking, REPLIES);
    AttributeValue thread = newParent();
    Child reply = new Child(s("2012"), s("x".repeat(600 * 1024)));

    assertThat(replies.addChild(thread, reply)).isTrue();

    assertThat(replies.addChild(thread, reply)).isFalse();
    assertThatThrownBy(() -> replies.addChild(thread, new Child(s("2012"), s("other"))))
        .isInstanceOf(ChildCollectionException.class)
        .hasFieldOrPropertyWithValue("reason", ChildCollectionException.Reason.RANGE_TAKEN);
    assertThat(replies.page(thread, ChildQuery.ALL).children()).containsExactly(reply);
    assertThat(replies.remove(thread, s("2012"))).isTrue();
    assertThat(replies.count(thread)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void derivedRange_emptyAndLongElements_areElementsToo(Kind kind) {
    ChildCollectionSpec digests =
        ChildCollectionSpec.builder("Digests" + kind)
            .parentKey("Id")
            .range("Digest")
            .element("Text")
            .rangeByDigest()
            .build();
    tables.create(digests);
    ChildCollectionUnderTest texts = collection(kind, digests);
    AttributeValue parent = newParent();
    List<AttributeValue> elements = List.of(s(""), s("x".repeat(100_000)), s("short"));

    assertThat(texts.addAll(parent, elements)).isEqualTo(elements);

    assertThat(texts.addAll(parent, elements)).isEmpty();
    assertThat(texts.elements(parent, ChildQuery.ALL))
        .containsExactlyInAnyOrderElementsOf(elements);
    assertThat(texts.contains(parent, digests.child(s("")).range())).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void count_manyPages_isExactAndClearRemovesThisParentsOnly(Kind kind) {
    ChildCollectionUnderTest replies = collection(kind, REPLIES);
    AttributeValue thread = newParent();
    AttributeValue other = newParent();
    replies.addChild(other, new Child(s("1"), s("stays")));
    replies.addChildren(
        thread,
        IntStream.range(0, 60)
            .mapToObj(i -> new Child(s("%03d".formatted(i)), s("x".repeat(50_000))))
            .toList());

    assertThat(replies.page(thread, ChildQuery.ALL).lastEvaluatedKey()).isNotNull();
    assertThat(replies.count(thread)).isEqualTo(60);
    assertThat(replies.clear(thread)).isEqualTo(60);

    assertThat(replies.count(thread)).isZero();
    assertThat(replies.clear(thread)).isZero();
    assertThat(replies.count(other)).isEqualTo(1);
  }
}
