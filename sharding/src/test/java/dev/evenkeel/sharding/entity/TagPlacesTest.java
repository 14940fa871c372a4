package dev.evenkeel.sharding.entity;

import static dev.evenkeel.sharding.spec.ShardingTags.shardDeterminant;
import static dev.evenkeel.sharding.spec.ShardingTags.shardedIndex;
import static dev.evenkeel.sharding.spec.ShardingTags.shardedPartitionKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.secondaryPartitionKey;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.composite.CompositeKey;
import dev.evenkeel.sharding.spec.composite.CompositeKeys;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** Tags that stand in several places, or in vain. */
class TagPlacesTest {

  @DynamoDbBean
  public static class OnBothSides {
    private String day = "";
    private String at = "";

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    @CompositeKey({"at", "day"})
    public String getDay() {
      return day;
    }

    @ShardedPartitionKey(shards = 8)
    @CompositeKey({"day", "at"})
    public void setDay(String newDay) {
      this.day = newDay;
    }

    @DynamoDbSortKey
    @ShardDeterminant
    public String getAt() {
      return at;
    }

    @ShardDeterminant(order = 1)
    public void setAt(String newAt) {
      this.at = newAt;
    }
  }

  /** A tag on both sides is ambiguous, and stored data depends on it. */
  @Test
  void from_getterAndSetterTagged_isRefusedWithTheAttributes() {
    TableSchema<OnBothSides> schema = TableSchema.fromBean(OnBothSides.class);
    assertThatThrownBy(() -> ShardingSpec.from("days", schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute 'day' carries @ShardedPartitionKey twice")
        .hasMessageContaining("attribute 'at' carries @ShardDeterminant twice")
        .hasMessageContaining("@CompositeKey on attribute 'day' stands there twice");
    assertThatThrownBy(() -> CompositeKeys.of(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("@CompositeKey on attribute 'day' stands there twice");
  }

  private static final class Row {
    private final StaticTableSchema.Builder<Row> schema =
        StaticTableSchema.builder(Row.class).newItemSupplier(Row::new);

    Row text(String name, StaticAttributeTag... tags) {
      schema.addAttribute(
          String.class, a -> a.name(name).getter(row -> "").setter((row, value) -> {}).tags(tags));
      return this;
    }

    ShardingSpec spec() {
      return ShardingSpec.from("rows", schema.build());
    }
  }

  @Test
  void from_oneAttributeOfTwoShardedIndexes_declaresBoth() {
    ShardingSpec spec =
        new Row()
            .text("id", primaryPartitionKey())
            .text(
                "country",
                secondaryPartitionKey(List.of("first", "second")),
                shardedIndex("first", 4),
                shardedIndex("second", 5, ShardedIndexSpec.Layout.NUMBER_FIRST))
            .spec();
    KeyAttribute country = KeyAttribute.ofString("country");
    assertThat(spec.shardedIndexes())
        .containsExactlyInAnyOrder(
            ShardedIndexSpec.multiAttribute("first", country.name(), country.type(), 4),
            ShardedIndexSpec.numberFirst("second", country.name(), country.type(), 5));
  }

  @Test
  void from_oneIndexTaggedTwice_isRefused() {
    Row row =
        new Row()
            .text("id", primaryPartitionKey())
            .text(
                "country",
                secondaryPartitionKey("first"),
                shardedIndex("first", 4),
                shardedIndex("first", 5));
    assertThatThrownBy(row::spec).hasMessageContaining("'first': an index of this name");
  }

  /** A determinant without a sharded key would have no effect, and would be ignored silently. */
  @Test
  void from_determinantWhereNoKeyIsSharded_isRefused() {
    Row row =
        new Row()
            .text("id", primaryPartitionKey())
            .text("at", primarySortKey(), shardDeterminant())
            .text("country", secondaryPartitionKey("first"), shardedIndex("first", 4));
    assertThatThrownBy(row::spec)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "'at' carries @ShardDeterminant, but no attribute carries @ShardedPartitionKey");
  }

  /** The keys of the schema take precedence over those of the settings. */
  @Test
  void from_settingsThatNameOtherKeys_keepsThoseOfTheSchema() {
    ShardingSpec spec =
        new Row()
            .text(
                "id",
                primaryPartitionKey(),
                shardedPartitionKey(s -> s.shards(4).partitionKey("other").sortKey("another")))
            .text("at", primarySortKey())
            .spec();
    assertThat(spec.logicalKey().attributes()).containsExactly("id", "at");
    assertThat(spec.shardCounts().max()).isEqualTo(4);
  }
}
