package dev.evenkeel.sharding.entity;

import static dev.evenkeel.sharding.spec.ShardingTags.shardDeterminant;
import static dev.evenkeel.sharding.spec.ShardingTags.shardedPartitionKey;
import static dev.evenkeel.sharding.spec.composite.CompositeKeyTags.compositeKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbFlatten;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/**
 * Annotations that make no valid spec are refused when the spec is read; the message names class
 * and attribute.
 */
class MappedSpecRefusalTest {
  /** A schema of attributes that hold nothing: only their tags matter. */
  private static final class Row {
    private static final StaticAttributeTag FOUR = shardedPartitionKey(spec -> spec.shards(4));

    private final StaticTableSchema.Builder<Row> schema =
        StaticTableSchema.builder(Row.class).newItemSupplier(Row::new);

    <A> Row with(String name, EnhancedType<A> type, StaticAttributeTag... tags) {
      schema.addAttribute(
          type, a -> a.name(name).getter(row -> null).setter((row, value) -> {}).tags(tags));
      return this;
    }

    Row text(String name, StaticAttributeTag... tags) {
      return with(name, EnhancedType.of(String.class), tags);
    }

    static Row keyed() {
      return new Row().text("day", primaryPartitionKey(), FOUR).text("at", primarySortKey());
    }

    String refused() {
      return MappedSpecRefusalTest.refused(schema.build());
    }
  }

  static String refused(TableSchema<?> schema) {
    IllegalArgumentException refusal =
        catchThrowableOfType(
            IllegalArgumentException.class, () -> ShardingSpec.from("events", schema));
    assertThat(refusal).isNotNull();
    return refusal.getMessage();
  }

  @Test
  void from_noShardedKey_isRefused() {
    assertThat(new Row().text("day", primaryPartitionKey()).text("at", primarySortKey()).refused())
        .isEqualTo(
            "Class "
                + Row.class.getName()
                + ": no attribute carries @ShardedPartitionKey or @ShardedIndex");
  }

  @Test
  void from_documentSchema_isRefused() {
    TableSchema<?> documents =
        TableSchema.documentSchemaBuilder()
            .addIndexPartitionKey(TableMetadata.primaryIndexName(), "day", AttributeValueType.S)
            .addIndexSortKey(TableMetadata.primaryIndexName(), "at", AttributeValueType.S)
            .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
            .build();
    assertThat(refused(documents))
        .contains("no attribute carries @ShardedPartitionKey or @ShardedIndex");
  }

  @Test
  void from_noSortKey_isRefused() {
    assertThat(new Row().text("day", primaryPartitionKey(), Row.FOUR).refused())
        .contains("needs a partition key and a sort key");
  }

  @Test
  void from_shardedKeyElsewhere_isRefused() {
    assertThat(
            new Row()
                .text("day", primaryPartitionKey())
                .text("at", primarySortKey(), Row.FOUR)
                .refused())
        .contains("'at' carries @ShardedPartitionKey but is not the table's partition key");
    assertThat(Row.keyed().text("other", Row.FOUR).refused())
        .contains("'other' carries @ShardedPartitionKey but is not the table's partition key");
  }

  @Test
  void from_determinantOutsideTheKey_isRefused() {
    assertThat(Row.keyed().text("customer", shardDeterminant()).refused())
        .contains("'customer' carries @ShardDeterminant but is no key attribute");
  }

  @Test
  void from_determinantOfUnsupportedType_isRefused() {
    assertThat(
            Row.keyed()
                .with("tags", EnhancedType.listOf(String.class), shardDeterminant())
                .with("flag", EnhancedType.of(Boolean.class), shardDeterminant(1))
                .refused())
        .contains("'tags' carries @ShardDeterminant but is of type L")
        .contains("'flag' carries @ShardDeterminant but is of type BOOL");
  }

  @Test
  void from_determinantsInOnePlace_isRefused() {
    assertThat(
            new Row()
                .text("day", primaryPartitionKey(), Row.FOUR, shardDeterminant())
                .text("at", primarySortKey(), shardDeterminant())
                .refused())
        .contains("[at, day] carry @ShardDeterminant with one order twice");
  }

  @Test
  void from_onlyThePartitionKeyAsDeterminant_isRefused() {
    assertThat(
            new Row()
                .text("day", primaryPartitionKey(), Row.FOUR, shardDeterminant())
                .text("at", primarySortKey())
                .refused())
        .contains("nothing is spread");
  }

  @Test
  void from_selectorBesideDeterminants_isRefused() {
    assertThat(
            new Row()
                .text(
                    "day",
                    primaryPartitionKey(),
                    shardedPartitionKey(
                        spec -> spec.shards(4).selector(ShardSelector.hashOf("at"))))
                .text("at", primarySortKey(), shardDeterminant())
                .refused())
        .contains("@ShardDeterminant on [at]", "selector 'hash:at' names its determinants itself");
  }

  @Test
  void from_selectorOutsideTheKey_isRefused() {
    assertThat(
            new Row()
                .text(
                    "day",
                    primaryPartitionKey(),
                    shardedPartitionKey(
                        spec -> spec.shards(4).selector(ShardSelector.hashOf("customer"))))
                .text("at", primarySortKey())
                .text("customer")
                .refused())
        .contains("selector 'hash:customer' calculates from [customer]");
  }

  @Test
  void from_compositeKeyOfUnknownParts_isRefusedWithTheRest() {
    assertThat(
            new Row()
                .text("day", primaryPartitionKey(), compositeKey("customer", "nowhere"))
                .text("at", primarySortKey())
                .text("customer", shardDeterminant())
                .refused())
        .contains("no attribute carries @ShardedPartitionKey or @ShardedIndex")
        .contains("'customer' carries @ShardDeterminant")
        .contains("@CompositeKey on attribute 'day' names 'nowhere'");
  }

  @Test
  void from_keyInAFlattenedBean_isAKey() {
    ShardingSpec spec = ShardingSpec.from("events", TableSchema.fromBean(Flattened.class));
    assertThat(spec.selector().determinants()).containsExactly("at");
  }

  /** Has its sort key in a flattened bean. */
  @DynamoDbBean
  public static class Flattened {
    private String day = "";
    private Moment moment = new Moment();

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public String getDay() {
      return day;
    }

    public void setDay(String day) {
      this.day = day;
    }

    @DynamoDbFlatten
    public Moment getMoment() {
      return moment;
    }

    public void setMoment(Moment moment) {
      this.moment = moment;
    }
  }

  /** A sort key. */
  @DynamoDbBean
  public static class Moment {
    private String at = "";

    @DynamoDbSortKey
    @ShardDeterminant
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }
}
