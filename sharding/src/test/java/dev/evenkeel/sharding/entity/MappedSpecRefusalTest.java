package dev.evenkeel.sharding.entity;

import static dev.evenkeel.sharding.spec.ShardingTags.shardDeterminant;
import static dev.evenkeel.sharding.spec.ShardingTags.shardedPartitionKey;
import static dev.evenkeel.sharding.spec.composite.CompositeKeyTags.compositeKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardSelection;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  private static String refused(TableSchema<?> schema) {
    IllegalArgumentException refusal =
        catchThrowableOfType(
            IllegalArgumentException.class, () -> ShardingSpec.from("events", schema));
    assertThat(refusal).isNotNull();
    return refusal.getMessage();
  }

  private static String refused(Class<?> bean) {
    String refused = refused(TableSchema.fromClass(bean));
    assertThat(refused).startsWith("Class " + bean.getName() + ": ");
    return refused;
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

  @ParameterizedTest
  @ValueSource(
      classes = {
        DrawnWithDeterminant.class,
        SelectionAndSelector.class,
        UnmakeableSelector.class,
        TwoPartsOfAProduct.class,
        DigitInSeparator.class,
        NoShards.class,
        RepeatsUnseen.class,
        Nested.class
      })
  void from_annotationsThatDoNotGoTogether_areRefused(Class<?> bean) {
    String expected =
        Map.of(
                DrawnWithDeterminant.class, "selection RANDOM draws it",
                SelectionAndSelector.class, "selection RANDOM and selector",
                UnmakeableSelector.class, "cannot be made",
                TwoPartsOfAProduct.class, "PRODUCT_OF_CODE_POINTS calculates from one attribute",
                DigitInSeparator.class, "separator '1' contains a digit",
                NoShards.class, "shards must be 1..1024 but was 0",
                RepeatsUnseen.class, "selector 'random' cannot see an overwrite",
                Nested.class, "'parts.customer' carries @ShardDeterminant")
            .get(bean);
    assertThat(refused(bean)).contains(expected);
  }

  @Test
  void from_keyInAFlattenedBean_isAKey() {
    ShardingSpec spec = ShardingSpec.from("events", TableSchema.fromBean(Flattened.class));
    assertThat(spec.selector().determinants()).containsExactly("at");
  }

  /** Draws and calculates. */
  @DynamoDbBean
  public static class DrawnWithDeterminant extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selection = ShardSelection.RANDOM, uniqueSortKeys = true)
    public String getDay() {
      return super.getDay();
    }

    @Override
    @DynamoDbSortKey
    @ShardDeterminant
    public String getAt() {
      return super.getAt();
    }
  }

  /** Two selectors. */
  @DynamoDbBean
  public static class SelectionAndSelector extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        selection = ShardSelection.RANDOM,
        selector = Events.LastCharacter.class)
    public String getDay() {
      return super.getDay();
    }
  }

  /** A selector that needs an argument. */
  public record NeedsArgument(String id) implements ShardSelector {
    @Override
    public List<String> determinants() {
      return List.of("at");
    }

    @Override
    public int select(Map<String, AttributeValue> determinants, int shardCount) {
      return 0;
    }
  }

  /** Names it. */
  @DynamoDbBean
  public static class UnmakeableSelector extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selector = NeedsArgument.class)
    public String getDay() {
      return super.getDay();
    }
  }

  /** The product of two. */
  @DynamoDbBean
  public static class TwoPartsOfAProduct extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardDeterminant(order = 1)
    @ShardedPartitionKey(shards = 4, selection = ShardSelection.PRODUCT_OF_CODE_POINTS)
    public String getDay() {
      return super.getDay();
    }

    @Override
    @DynamoDbSortKey
    @ShardDeterminant(order = 2)
    public String getAt() {
      return super.getAt();
    }
  }

  /** A digit as separator could not be distinguished from the suffix number. */
  @DynamoDbBean
  public static class DigitInSeparator extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, separator = "1")
    public String getDay() {
      return super.getDay();
    }
  }

  /** A class without shards. */
  @DynamoDbBean
  public static class NoShards extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 0)
    public String getDay() {
      return super.getDay();
    }
  }

  /** Draws without promising unique sort keys. */
  @DynamoDbBean
  public static class RepeatsUnseen extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selection = ShardSelection.RANDOM)
    public String getDay() {
      return super.getDay();
    }
  }

  /** Has an annotation inside a list of documents. */
  @DynamoDbBean
  public static class Nested extends Event.OfDay {
    private List<Part> parts = List.of();

    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4)
    public String getDay() {
      return super.getDay();
    }

    public List<Part> getParts() {
      return parts;
    }

    public void setParts(List<Part> parts) {
      this.parts = parts;
    }
  }

  /** A document, which may hold documents of its kind. */
  @DynamoDbBean
  public static class Part {
    private String customer = "";
    private List<Part> more = List.of();

    @ShardDeterminant
    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String customer) {
      this.customer = customer;
    }

    public List<Part> getMore() {
      return more;
    }

    public void setMore(List<Part> more) {
      this.more = more;
    }
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

  @DynamoDbBean
  public static class TokenOfNobody extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        selection = ShardSelection.BY_TOKEN,
        token = "request",
        uniqueSortKeys = true)
    public String getDay() {
      return super.getDay();
    }
  }

  @DynamoDbBean
  public static class NoToken extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, selection = ShardSelection.BY_TOKEN, uniqueSortKeys = true)
    public String getDay() {
      return super.getDay();
    }
  }

  @DynamoDbBean
  public static class UnusedToken extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 4, token = "status")
    public String getDay() {
      return super.getDay();
    }
  }

  @DynamoDbBean
  public static class BothPieces extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        pieces = @ShardedPartitionKey.Piece(from = "m", shards = 8),
        partitionPieces = @ShardedPartitionKey.Piece(from = "m", shards = 8))
    public String getDay() {
      return super.getDay();
    }
  }

  @DynamoDbBean
  public static class UnorderedPieces extends Event.OfDay {
    @Override
    @DynamoDbPartitionKey
    @ShardedPartitionKey(
        shards = 4,
        pieces = {
          @ShardedPartitionKey.Piece(from = "m", shards = 8),
          @ShardedPartitionKey.Piece(from = "b", shards = 16)
        })
    public String getDay() {
      return super.getDay();
    }
  }

  @Test
  void from_piecesThatDoNotGoTogether_areRefused() {
    assertThat(refused(BothPieces.class)).contains("pieces and partitionPieces are both given");
    assertThat(refused(UnorderedPieces.class)).contains("in ascending order of their first keys");
  }

  @Test
  void from_tokenThatDoesNotGoTogether_isRefused() {
    assertThat(refused(TokenOfNobody.class))
        .contains("selector 'token:request' draws by the token in [request], but the class has");
    assertThat(refused(NoToken.class)).contains("selection BY_TOKEN needs token");
    assertThat(refused(UnusedToken.class))
        .contains("token names [status], which selection CALCULATED does not use: say BY_TOKEN");
  }
}
