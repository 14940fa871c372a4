package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Pieces are in ascending order, of the type of their key, and part of the layout's name. */
class PiecesSpecTest {

  private static ShardingSpec.Builder spec() {
    return ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk");
  }

  private static void refused(ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  @Test
  void at_valuesAroundABound_belongToThePieceThatBeginsThere() {
    Pieces pieces = Pieces.shards(2).from("b", 4).from("d", 8);
    assertThat(pieces.at(AttributeValue.fromS("a")).shards()).isEqualTo(2);
    assertThat(pieces.at(AttributeValue.fromS("b")).shards()).isEqualTo(4);
    assertThat(pieces.at(AttributeValue.fromS("bb")).shards()).isEqualTo(4);
    assertThat(pieces.at(AttributeValue.fromS("d")).shards()).isEqualTo(8);
  }

  @Test
  void from_numbers_areOrderedByValue() {
    Pieces pieces =
        Pieces.shards(1).from(AttributeValue.fromN("9"), 2).from(AttributeValue.fromN("1e1"), 4);
    assertThat(pieces.at(AttributeValue.fromN("9.5")).shards()).isEqualTo(2);
    assertThat(pieces.at(AttributeValue.fromN("10.0")).shards()).isEqualTo(4);
    assertThat(pieces)
        .isEqualTo(
            Pieces.shards(1)
                .from(AttributeValue.fromN("9.0"), 2)
                .from(AttributeValue.fromN("10"), 4));
  }

  @Test
  void from_piecesOutOfOrder_areRefused() {
    refused(() -> Pieces.shards(1).from("b", 2).from("a", 4), "ascending order");
    refused(() -> Pieces.shards(1).from("b", 2).from("b", 4), "overlaps");
    refused(
        () -> Pieces.shards(1).from("b", 2).from(AttributeValue.fromN("4"), 4),
        "of type S and of type N");
    refused(() -> Pieces.shards(1).from("", 2), "not empty");
    refused(() -> Pieces.shards(1).from(AttributeValue.fromBool(true), 2), "begins at a key");
  }

  @Test
  void build_piecesThatDoNotFitTheKey_areRefused() {
    refused(
        () ->
            spec()
                .sortKey("sk", ScalarAttributeType.N)
                .shards(Pieces.shards(1).from("a", 2))
                .build(),
        "the sort key is of type N");
    refused(
        () -> spec().shards(Pieces.shards(1).from("a", 2000)).build(),
        "shards must be 1..1024 but was 2000");
    refused(
        () -> spec().shards(Pieces.shards(1).from("x".repeat(1025), 2)).build(),
        "no sort key can hold");
    refused(
        () -> spec().shards(Pieces.shards(1).from("\ud800", 2)).build(), "no sort key can hold");
    refused(
        () ->
            spec()
                .partitionKey("pk", ScalarAttributeType.N)
                .shards(Pieces.shards(1).from("a", 2))
                .build(),
        "move the items to a table whose partition key is of type S");
    refused(
        () ->
            spec()
                .shards(1)
                .shards(KeyRule.byPartitionKey(Pieces.shards(2).from(AttributeValue.fromN("1"), 3)))
                .build(),
        "the partition key is of type S");
    refused(
        () ->
            spec()
                .shards(1)
                .shards(KeyRule.byPartitionKey(Pieces.shards(2)))
                .shards(KeyRule.exactly("a", 3))
                .build(),
        "never applies");
  }

  @Test
  void build_countersInPiecesBySortKey_areRefused() {
    refused(
        () ->
            CounterSpec.builder("votes")
                .partitionKey("pk")
                .sortKey("sk")
                .shards(1)
                .shards(KeyRule.exactly("a", Pieces.shards(1).from("b", 3)))
                .summed("n")
                .build(),
        "a counter is one item");
  }

  @Test
  void layoutId_ofPieces_differsFromThatOfOneCount() {
    assertThat(spec().shards(Pieces.shards(1).from("a", 2)).build().layoutId())
        .isNotEqualTo(spec().shards(1).build().layoutId())
        .isNotEqualTo(spec().shards(Pieces.shards(1).from("b", 2)).build().layoutId())
        .contains("1,>=Sa:2");
    assertThat(spec().shards(16).build().layoutId()).contains("|16[]|");
  }
}
