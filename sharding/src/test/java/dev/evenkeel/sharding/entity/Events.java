package dev.evenkeel.sharding.entity;

import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.Piece;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.ShardSelection;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An event class for each selector and each type of key. */
public final class Events {
  private Events() {}

  /** Says nothing but the shard count. */
  @DynamoDbBean
  public static class Calculated extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public String getDay() {
      return super.getDay();
    }
  }

  /** Calculated from both key attributes, sort key first. */
  @DynamoDbBean
  public static class OfBothKeys extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    @ShardDeterminant(order = 2)
    public String getDay() {
      return super.getDay();
    }

    @Override
    @DynamoDbSortKey
    @ShardDeterminant(order = 1)
    public String getAt() {
      return super.getAt();
    }
  }

  /** Drawn at random, and every other member too. */
  @DynamoDbBean
  public static class Random extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        selection = ShardSelection.RANDOM,
        separator = "#",
        placement = Placement.PREFIX,
        first = 1,
        digits = 3,
        uniqueSortKeys = true,
        upsertOnDrawnShard = true,
        maxProbe = 5,
        order = ScatterOrder.SHARD_BY_SHARD)
    public String getDay() {
      return super.getDay();
    }
  }

  /** In turn. */
  @DynamoDbBean
  public static class Rotating extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selection = ShardSelection.ROTATING, uniqueSortKeys = true)
    public String getDay() {
      return super.getDay();
    }
  }

  /** In pieces by sort key. */
  @DynamoDbBean
  public static class InPieces extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 1,
        pieces = {@Piece(from = "m", shards = 4), @Piece(from = "t", shards = 8)})
    public String getDay() {
      return super.getDay();
    }
  }

  /** In pieces by partition key. */
  @DynamoDbBean
  public static class ByDay extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, partitionPieces = @Piece(from = "2026-12-01", shards = 16))
    public String getDay() {
      return super.getDay();
    }
  }

  /** Sharded by a token. */
  @DynamoDbBean
  public static class ByToken extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        selection = ShardSelection.BY_TOKEN,
        token = {"status", "at"},
        uniqueSortKeys = true)
    public String getDay() {
      return super.getDay();
    }
  }

  /** Sharded as in AWS's text. */
  @DynamoDbBean
  public static class Product extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 7, selection = ShardSelection.PRODUCT_OF_CODE_POINTS, first = 1)
    public String getDay() {
      return super.getDay();
    }
  }

  /** Sharded by a selector of one's own. */
  @DynamoDbBean
  public static class Custom extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selector = LastCharacter.class)
    public String getDay() {
      return super.getDay();
    }
  }

  /** The shard is the sort key's last character, reduced. */
  public static final class LastCharacter implements ShardSelector {
    @Override
    public List<String> determinants() {
      return List.of("at");
    }

    @Override
    public int select(Map<String, AttributeValue> determinants, int shardCount) {
      String at = determinants.get("at").s();
      return at.charAt(at.length() - 1) % shardCount;
    }

    @Override
    public String id() {
      return "last-character:at";
    }
  }

  /** A number as its key. */
  @DynamoDbBean
  public static class OfNumber extends Event {
    private int day;

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public int getDay() {
      return day;
    }

    public void setDay(int day) {
      this.day = day;
    }
  }

  /** Bytes as its key. */
  @DynamoDbBean
  public static class OfBytes extends Event {
    private SdkBytes day = SdkBytes.fromString("", StandardCharsets.UTF_8);

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public SdkBytes getDay() {
      return day;
    }

    public void setDay(SdkBytes day) {
      this.day = day;
    }
  }
}
