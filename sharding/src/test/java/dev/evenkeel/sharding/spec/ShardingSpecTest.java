package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.IndexSpec.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ShardingSpecTest {
  private static ShardingSpec.Builder hits() {
    return ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(16);
  }

  @Test
  void build_onlyTheRequired_calculatesFromTheSortKey() {
    ShardingSpec spec = hits().build();
    assertThat(spec.selector().id()).isEqualTo("hash:at");
    assertThat(spec.shardKnownFromKey()).isTrue();
    assertThat(spec.suffixFormat()).isEqualTo(SuffixFormat.DEFAULT);
    assertThat(spec.maxProbe()).isEqualTo(ShardingSpec.SHARDS_MAX);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1025, 5000})
  void build_shardCountOutOfRange_saysTheRange(int shards) {
    assertThatThrownBy(() -> hits().shards(shards).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ShardingSpec for table 'hits': shards must be 1..1024 but was %d", shards);
  }

  @Test
  void build_severalProblems_listsAll() {
    assertThatThrownBy(() -> ShardingSpec.builder("hits").maxProbe(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partitionKey is not set: name the attribute that holds")
        .hasMessageContaining("sortKey is not set")
        .hasMessageContaining("shards must be 1..1024 but was 0")
        .hasMessageContaining("maxProbe must be at least 1 but was 0");
  }

  @Test
  void build_nulls_areListedAsOtherProblemsAre() {
    assertThatThrownBy(
            () ->
                ShardingSpec.builder(null)
                    .partitionKey("day", null)
                    .sortKey("at", null)
                    .suffixFormat(null)
                    .order(null)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the table name is empty")
        .hasMessageContaining("key types must be S, N or B")
        .hasMessageContaining("suffixFormat is null")
        .hasMessageContaining("order is null")
        .hasMessageContaining("shards must be 1..1024 but was 0");
  }

  @Test
  void build_drawnSelectorWithoutUniqueSortKeys_saysWhatToCall() {
    assertThatThrownBy(() -> hits().selector(ShardSelector.random()).build())
        .hasMessageContaining("selector 'random' cannot see an overwrite: call uniqueSortKeys()");
    assertThat(hits().selector(ShardSelector.rotating()).uniqueSortKeys().build().selector().id())
        .isEqualTo("rotating");
  }

  @Test
  void build_upsertOnDrawnShard_needsADrawnSelector() {
    assertThatThrownBy(() -> hits().upsertOnDrawnShard().build())
        .hasMessageContaining("upsertOnDrawnShard() is set, but the selector draws no shard");
    ShardingSpec spec =
        hits().selector(ShardSelector.random()).uniqueSortKeys().upsertOnDrawnShard().build();
    assertThat(spec.upsertOnDrawnShard()).isTrue();
    assertThat(spec.toBuilder().build().upsertOnDrawnShard()).isTrue();
  }

  @Test
  void build_selectorOverThePartitionKeyAlone_isRefused() {
    assertThatThrownBy(() -> hits().selector(ShardSelector.hashOf("day")).build())
        .hasMessageContaining("nothing is spread");
  }

  @Test
  void build_determinantOutsideTheKey_isNotKnownFromTheKey() {
    ShardingSpec spec = hits().selector(ShardSelector.hashOf("orderId")).build();
    assertThat(spec.shardKnownFromKey()).isFalse();
  }

  @Test
  void build_sameAttributeTwice_isRefused() {
    assertThatThrownBy(() -> hits().sortKey("day").build())
        .hasMessageContaining("partitionKey and sortKey are both 'day'");
  }

  @Test
  void build_indexes_areKeptAndNoPartOfTheLayout() {
    ShardingSpec spec =
        hits()
            .localIndex("byUrl", "url")
            .globalIndex("bySize", "size", ScalarAttributeType.N)
            .globalIndex("all")
            .build();
    assertThat(spec.indexes())
        .containsExactly(
            new IndexSpec("byUrl", Scope.LOCAL, KeyAttribute.ofString("url")),
            new IndexSpec("bySize", Scope.GLOBAL, KeyAttribute.ofNumber("size")),
            new IndexSpec("all", Scope.GLOBAL, null));
    assertThat(spec.toBuilder().build().indexes()).isEqualTo(spec.indexes());
    assertThat(spec.layoutId()).isEqualTo(hits().build().layoutId());
  }

  @Test
  void build_indexesThatCannotBe_areListedTogether() {
    assertThatThrownBy(
            () ->
                hits()
                    .localIndex("twice", "url")
                    .globalIndex("twice", "url", ScalarAttributeType.N)
                    .globalIndex("own", "day")
                    .globalIndex("table", "at", ScalarAttributeType.B)
                    .globalIndex("reserved", "evenkeel.shard")
                    .globalIndex(" ")
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("index 'twice' is declared twice")
        .hasMessageContaining(
            "sort key 'url' of index 'twice' is of type N, but elsewhere in the spec of type S")
        .hasMessageContaining("index 'own' has 'day' as its partition key and as its sort key")
        .hasMessageContaining("sort key 'at' of index 'table' is of type B")
        .hasMessageContaining("attribute name 'evenkeel.shard' is reserved")
        .hasMessageContaining("the name of an index is empty");
  }

  @Test
  void toBuilder_anySpec_roundTrips() {
    ShardingSpec spec =
        ShardingSpec.builder("hits")
            .partitionKey("day", ScalarAttributeType.N)
            .sortKey("at", ScalarAttributeType.B)
            .shards(200)
            .selector(ShardSelector.random())
            .uniqueSortKeys()
            .suffixFormat(SuffixFormat.DEFAULT.withSeparator("#").startingAt(1).paddedTo(3))
            .maxProbe(200)
            .build();
    ShardingSpec copy = spec.toBuilder().build();
    assertThat(copy.layoutId()).isEqualTo(spec.layoutId());
    assertThat(copy.uniqueSortKeys()).isTrue();
    assertThat(copy.maxProbe()).isEqualTo(200);
    assertThat(copy.tableName()).isEqualTo("hits");
  }

  @Test
  void suffixFormat_separatorWithDigit_isRefused() {
    assertThatThrownBy(() -> SuffixFormat.DEFAULT.withSeparator("-1"))
        .hasMessage("separator '-1' contains a digit, so numbers could not be separated from it");
    assertThatThrownBy(() -> SuffixFormat.DEFAULT.withSeparator(""))
        .hasMessage("separator must be 1 to 16 characters but has 0");
    assertThatThrownBy(() -> SuffixFormat.DEFAULT.withSeparator(".\ud83d"))
        .hasMessage("separator holds half a surrogate pair");
  }

  @Test
  void build_token_goesWithADrawnShardAlone() {
    assertThatThrownBy(() -> hits().selector(ShardSelector.byToken("request")).build())
        .hasMessageContaining("call uniqueSortKeys()");
    ShardSelector both =
        new ShardSelector() {
          @Override
          public List<String> determinants() {
            return List.of("at");
          }

          @Override
          public List<String> tokenAttributes() {
            return List.of("request");
          }

          @Override
          public int select(Map<String, AttributeValue> values, int shardCount) {
            return 0;
          }

          @Override
          public String id() {
            return "both";
          }
        };
    assertThatThrownBy(() -> hits().selector(both).build())
        .hasMessageContaining("a calculated shard needs no token");
    assertThatThrownBy(
            () ->
                CounterSpec.builder("visits")
                    .partitionKey("page")
                    .shards(4)
                    .summed("n")
                    .selector(ShardSelector.byToken("request"))
                    .build())
        .hasMessageContaining("draws by a token, which an addition does not carry");
  }
}
