package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.ShardSelection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Beans whose annotations do not go together. */
class MappedBeanRefusalTest {
  private static String refused(Class<?> bean) {
    String refused = MappedSpecRefusalTest.refused(TableSchema.fromClass(bean));
    assertThat(refused).startsWith("Class " + bean.getName() + ": ");
    return refused;
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
}
