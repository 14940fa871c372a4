package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class CounterSpecTest {

  private static CounterSpec.Builder votes() {
    return CounterSpec.builder("votes").partitionKey("film").shards(10).summed("likes");
  }

  @Test
  void build_withDefaults_hasNoSortKeyAndDrawsAtRandom() {
    CounterSpec spec = votes().summed("hits", "views").build();
    assertThat(spec.tableName()).isEqualTo("votes");
    assertThat(spec.logicalKey().sortKey()).isNull();
    assertThat(spec.selector().id()).isEqualTo("random");
    assertThat(spec.suffixFormat()).isEqualTo(SuffixFormat.DEFAULT);
    assertThat(spec.summed()).isEqualTo(Set.of("likes", "hits", "views"));
    assertThat(spec)
        .hasToString("CounterSpec[votes|" + spec.layoutId() + "|" + spec.summed() + "]");
  }

  @Test
  void build_withRules_givesSomeKeysAnotherCount() {
    CounterSpec spec = votes().shards(KeyRule.startingWith("hot#", 64)).build();
    assertThat(spec.shardCounts().of(AttributeValue.fromS("hot#1"))).isEqualTo(64);
    assertThat(spec.shardCounts().of(AttributeValue.fromS("cold"))).isEqualTo(10);
  }

  @Test
  void build_severalProblems_namesThemAll() {
    CounterSpec.Builder spec =
        CounterSpec.builder(" ")
            .partitionKey("pk", ScalarAttributeType.UNKNOWN_TO_SDK_VERSION)
            .sortKey("pk")
            .shards(2000)
            .shards(KeyRule.startingWith("x", 0))
            .selector(ShardSelector.hashOf("id"))
            .summed("pk", "a.b")
            .summed("list[0]", "twice", "twice", "");
    assertThatThrownBy(spec::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("CounterSpec for table ' ': ")
        .hasMessageContaining("the table name is empty")
        .hasMessageContaining("partitionKey and sortKey are both 'pk'")
        .hasMessageContaining("key types must be S, N or B")
        .hasMessageContaining("shards must be 1..1024 but was 2000")
        .hasMessageContaining("key rule '^x:0' gives up to 0 shards")
        .hasMessageContaining("selector 'hash:id' calculates the shard")
        .hasMessageContaining("summed attribute 'pk' is a key")
        .hasMessageContaining("'a.b' reads like a path")
        .hasMessageContaining("'list[0]' reads like a path")
        .hasMessageContaining("summed names 'twice' twice")
        .hasMessageContaining("a summed attribute has an empty name");
  }

  @Test
  void build_nothingSaid_asksForWhatIsNeeded() {
    assertThatThrownBy(CounterSpec.builder("votes").sortKey("")::build)
        .hasMessageContaining("partitionKey is not set")
        .hasMessageContaining("sortKey is empty")
        .hasMessageContaining("shards must be 1..1024 but was 0")
        .hasMessageContaining("summed is not set");
    assertThatThrownBy(() -> CounterSpec.builder("votes").partitionKey("x".repeat(300)).build())
        .hasMessageStartingWith("CounterSpec for table 'votes': ")
        .hasMessageContaining("summed is not set");
  }

  @Test
  void layoutId_whateverDecidesWhereRowsAre_tellsSpecsApart() {
    assertThat(
            Set.of(
                votes().build().layoutId(),
                votes().sortKey("day").build().layoutId(),
                votes().sortKey("day", ScalarAttributeType.N).build().layoutId(),
                votes().shards(11).build().layoutId(),
                votes().suffixFormat(SuffixFormat.DEFAULT.startingAt(1)).build().layoutId(),
                votes().partitionKey("film", ScalarAttributeType.B).build().layoutId()))
        .hasSize(6);
    assertThat(votes().summed("more").selector(ShardSelector.rotating()).build().layoutId())
        .isEqualTo(votes().build().layoutId());
  }
}
