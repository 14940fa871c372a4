package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ShardSelectorTest {

  /** Known answers of XXH3-64 with seed 0, from the algorithm's own test suite. */
  @Test
  void hash_emptyInput_isXxh3sOwnAnswer() {
    assertThat(Hashing.xxh3_64().hashBytesToLong(new byte[0])).isEqualTo(0x2d06800538d394c2L);
  }

  /** The frozen format: a change here loses data that was written before. */
  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/shard-hash.csv", useHeadersInDisplayName = true)
  void hashOf_goldenVector_neverChanges(
      String type, String value, String hash, int of10, int of200, int of1024) {
    AttributeValue determinant = value(type, value);
    Map<String, AttributeValue> item = Map.of("id", determinant);
    assertThat(Long.toHexString(HashSelector.hash(List.of("id"), item))).isEqualTo(hash);
    ShardSelector selector = ShardSelector.hashOf("id");
    assertThat(selector.select(item, 10)).isEqualTo(of10);
    assertThat(selector.select(item, 200)).isEqualTo(of200);
    assertThat(selector.select(item, 1024)).isEqualTo(of1024);
  }

  private static AttributeValue value(String type, String text) {
    return switch (type) {
      case "S" -> fromS(text);
      case "N" -> fromN(text);
      default -> fromB(SdkBytes.fromByteArray(java.util.HexFormat.of().parseHex(text)));
    };
  }

  @Test
  void hashOf_severalDeterminants_boundariesAndTypesMatter() {
    ShardSelector selector = ShardSelector.hashOf("a", "b");
    assertThat(hash(selector, fromS("ab"), fromS("c")))
        .isNotEqualTo(hash(selector, fromS("a"), fromS("bc")));
    assertThat(hash(selector, fromS("1"), fromS("c")))
        .isNotEqualTo(hash(selector, fromN("1"), fromS("c")));
    assertThat(hash(selector, fromS("x"), fromS("y")))
        .isNotEqualTo(hash(selector, fromS("y"), fromS("x")));
  }

  private static long hash(ShardSelector selector, AttributeValue a, AttributeValue b) {
    return HashSelector.hash(selector.determinants(), Map.of("a", a, "b", b));
  }

  @Test
  void hashOf_missingOrUnhashable_isRefused() {
    ShardSelector selector = ShardSelector.hashOf("id");
    assertThatThrownBy(() -> selector.select(Map.of(), 4)).hasMessageContaining("has no value");
    assertThatThrownBy(() -> selector.select(Map.of("id", fromBool(true)), 4))
        .hasMessage("determinant 'id' is of type BOOL, not S, N or B");
    assertThatThrownBy(() -> ShardSelector.hashOf("id", "id")).hasMessageContaining("twice");
  }

  @Test
  void hashOf_sequentialIds_spreadsEvenly() {
    int[] counts = new int[200];
    ShardSelector selector = ShardSelector.hashOf("id");
    for (int i = 0; i < 100_000; i++) {
      counts[selector.select(Map.of("id", fromS("ORDER-%08d".formatted(i))), 200)]++;
    }
    int hottest = Arrays.stream(counts).max().orElseThrow();
    assertThat(hottest).as("mean is 500").isLessThan(600);
    assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(400);
  }

  /**
   * "the product of the UTF-8 code point values for the characters in the order ID, modulo 200 +
   * 1".
   */
  @Test
  void productOfCodePoints_awsExample_isTheProductModulo200() {
    ShardSelector selector = ShardSelector.productOfCodePoints("OrderId");
    int product = ('A' * 'b' * '1') % 200;
    assertThat(selector.select(Map.of("OrderId", fromS("Ab1")), 200)).isEqualTo(product);
    SuffixFormat oneTo200 = SuffixFormat.DEFAULT.startingAt(1);
    assertThat(oneTo200.number(product)).isEqualTo(Integer.toString(product + 1));
  }

  /** As documented: this calculation does not spread. */
  @Test
  void productOfCodePoints_sequentialIds_usesAHandfulOfShards() {
    ShardSelector selector = ShardSelector.productOfCodePoints("OrderId");
    long used =
        IntStream.range(0, 100_000)
            .map(i -> selector.select(Map.of("OrderId", fromS("ORDER-%08d".formatted(i))), 200))
            .distinct()
            .count();
    assertThat(used).isLessThanOrEqualTo(5);
  }

  /**
   * "append to the partition key a sharding suffix that rotates from _1 through _6 and back again".
   */
  @Test
  void rotating_awsExample_goesRoundInTurn() {
    ShardSelector selector = ShardSelector.rotating();
    int first = selector.select(Map.of(), 6);
    List<Integer> next =
        IntStream.range(0, 12).map(i -> selector.select(Map.of(), 6)).boxed().toList();
    List<Integer> expected =
        IntStream.rangeClosed(1, 12).map(i -> (first + i) % 6).boxed().toList();
    assertThat(next).isEqualTo(expected);
  }

  @Test
  void rotating_manySelectors_doNotAllStartAlike() {
    long starts =
        IntStream.range(0, 64)
            .map(i -> ShardSelector.rotating().select(Map.of(), 1024))
            .distinct()
            .count();
    assertThat(starts).isGreaterThan(10);
  }

  @Test
  void random_manyDraws_reachEveryShard() {
    ShardSelector selector = ShardSelector.random();
    long used =
        IntStream.range(0, 5_000).map(i -> selector.select(Map.of(), 200)).distinct().count();
    assertThat(used).isEqualTo(200);
  }

  /** The frozen format: a repeat must go where an earlier release drew the shard. */
  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/shard-hash.csv", useHeadersInDisplayName = true)
  void byToken_goldenVector_neverChanges(
      String type, String value, String hash, int of10, int of200, int of1024) {
    Map<String, AttributeValue> item = Map.of("id", value(type, value));
    ShardSelector selector = ShardSelector.byToken("id");
    assertThat(selector.select(item, 10)).isEqualTo(of10);
    assertThat(selector.select(item, 200)).isEqualTo(of200);
    assertThat(selector.select(item, 1024)).isEqualTo(of1024);
    assertThat(selector.calculated()).as("readers need not know it").isFalse();
    assertThat(selector.id()).isEqualTo("token:id");
  }
}
