package dev.evenkeel.sharding.entity;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.ShardSelection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The classes of the guide: what stands between the markers is in docs/sharding.md. */
public final class Hits {
  private Hits() {}

  // [docs:hit]
  @DynamoDbBean
  public static class Hit {
    private String day = "";
    private String at = "";
    private int status;

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 16) // calculated from the sort key
    public String getDay() {
      return day;
    }

    @DynamoDbSortKey
    public String getAt() {
      return at;
    }

    // [docs]

    public void setDay(String day) {
      this.day = day;
    }

    public void setAt(String at) {
      this.at = at;
    }

    public int getStatus() {
      return status;
    }

    public void setStatus(int status) {
      this.status = status;
    }
  }

  /** Drawn at random. */
  @DynamoDbBean
  public static class RandomHit extends Hit {
    // [docs:random]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 16, selection = ShardSelection.RANDOM, uniqueSortKeys = true)
    @Override
    public String getDay() {
      return super.getDay();
    }
    // [docs]
  }

  /** In turn. */
  @DynamoDbBean
  public static class RotatingHit extends Hit {
    // [docs:rotating]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 6, selection = ShardSelection.ROTATING, uniqueSortKeys = true)
    @Override
    public String getDay() {
      return super.getDay();
    }
    // [docs]
  }

  /** Sharded by a token that a repeat has again. */
  @DynamoDbBean
  public static class RepeatedHit extends Hit {
    private String requestId = "";

    // [docs:token]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 16,
        selection = ShardSelection.BY_TOKEN,
        token = "requestId",
        uniqueSortKeys = true)
    @Override
    public String getDay() {
      return super.getDay();
    }

    public String getRequestId() { // chosen by the sender of the hit, and the same in a repeat
      return requestId;
    }

    // [docs]

    public void setRequestId(String requestId) {
      this.requestId = requestId;
    }
  }

  /** Sharded as in AWS's text, in a table that was built by hand. */
  @DynamoDbBean
  public static class AdoptedHit extends Hit {
    // [docs:product]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 200, selection = ShardSelection.PRODUCT_OF_CODE_POINTS, first = 1)
    @Override
    public String getDay() {
      return super.getDay();
    }
    // [docs]
  }

  /** Sharded by a selector of one's own. */
  @DynamoDbBean
  public static class HourlyHit extends Hit {
    // [docs:own]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 24, selector = ByHour.class)
    @Override
    public String getDay() {
      return super.getDay();
    }
    // [docs]
  }

  // [docs:selector]
  /** The hour, with which the sort key begins: a query of one hour finds its items together. */
  public static final class ByHour implements ShardSelector {
    @Override
    public List<String> determinants() {
      return List.of("at");
    }

    @Override
    public int select(Map<String, AttributeValue> determinants, int shardCount) {
      return Integer.parseInt(determinants.get("at").s().substring(0, 2)) % shardCount;
    }

    @Override
    public String id() {
      return "hour:at";
    }
  }
  // [docs]
}
