package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Annotations say what the builder says. */
class MappedSpecTest {
  private static ShardingSpec from(Class<?> type) {
    return ShardingSpec.from("events", TableSchema.fromClass(type));
  }

  private static ShardingSpec.Builder built() {
    return ShardingSpec.builder("events").partitionKey("day").sortKey("at").shards(4);
  }

  private static void assertSame(ShardingSpec read, ShardingSpec built) {
    assertThat(read.tableName()).isEqualTo(built.tableName());
    assertThat(read.layoutId()).isEqualTo(built.layoutId());
    assertThat(read.uniqueSortKeys()).isEqualTo(built.uniqueSortKeys());
    assertThat(read.upsertOnDrawnShard()).isEqualTo(built.upsertOnDrawnShard());
    assertThat(read.maxProbe()).isEqualTo(built.maxProbe());
    assertThat(read.order()).isEqualTo(built.order());
  }

  @Test
  void from_nothingButTheCount_isTheBuildersDefault() {
    assertSame(from(Events.Calculated.class), built().build());
    assertSame(from(ImmutableEvent.class), built().build());
    assertSame(ShardingSpec.from("events", HandMade.SCHEMA), built().build());
  }

  @Test
  void from_everyMember_isTheBuildersMethod() {
    assertSame(
        from(Events.Random.class),
        built()
            .selector(ShardSelector.random())
            .suffixFormat(new SuffixFormat("#", Placement.PREFIX, 1, 3))
            .uniqueSortKeys()
            .upsertOnDrawnShard()
            .maxProbe(5)
            .order(ScatterOrder.SHARD_BY_SHARD)
            .build());
  }

  @Test
  void from_pieces_areThoseOfTheBuilder() {
    assertSame(
        from(Events.InPieces.class),
        built().shards(Pieces.shards(1).from("m", 4).from("t", 8)).build());
    assertSame(
        from(Events.ByDay.class),
        built().shards(KeyRule.byPartitionKey(Pieces.shards(4).from("2026-12-01", 16))).build());
  }

  @Test
  void from_eachSelector_isIt() {
    assertSame(
        from(Events.Rotating.class),
        built().selector(ShardSelector.rotating()).uniqueSortKeys().build());
    assertSame(
        from(Events.ByToken.class),
        built().selector(ShardSelector.byToken("status", "at")).uniqueSortKeys().build());
    assertSame(
        from(Events.Product.class),
        built()
            .shards(7)
            .suffixFormat(SuffixFormat.DEFAULT.startingAt(1))
            .selector(ShardSelector.productOfCodePoints("at"))
            .build());
    assertSame(from(Events.Custom.class), built().selector(new Events.LastCharacter()).build());
    assertSame(
        from(Events.OfBothKeys.class), built().selector(ShardSelector.hashOf("at", "day")).build());
  }

  @Test
  void from_keyTypes_areTheSchemas() {
    assertSame(
        from(Events.OfNumber.class), built().partitionKey("day", ScalarAttributeType.N).build());
    assertSame(
        from(Events.OfBytes.class), built().partitionKey("day", ScalarAttributeType.B).build());
  }

  @DynamoDbBean
  public static class Comment {
    private String post = "";
    private String at = "";
    private List<Comment> replies = List.of();

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public String getPost() {
      return post;
    }

    public void setPost(String newPost) {
      this.post = newPost;
    }

    @DynamoDbSortKey
    public String getAt() {
      return at;
    }

    public void setAt(String newAt) {
      this.at = newAt;
    }

    public List<Comment> getReplies() {
      return replies;
    }

    public void setReplies(List<Comment> newReplies) {
      this.replies = newReplies;
    }
  }

  /** Its keys mean something where it is the item, so they are in their place. */
  @Test
  void from_classThatHoldsOthersOfItsKind_isReadAsAnyOther() {
    assertSame(from(Comment.class), built().partitionKey("post").build());
  }

  @Test
  void from_withRulesAdded_keepsTheRest() {
    KeyRule rule = KeyRule.exactly("quiet", 1);
    assertSame(
        from(Events.Calculated.class).toBuilder().shards(rule).build(),
        built().shards(rule).build());
  }
}
