package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.advise.TableKeys.IndexKey;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items on both sides of each threshold. */
class TableStudyTest {
  private static final TableKeys KEYS =
      new TableKeys("id", true, List.of(new IndexKey("byCountry", List.of("tx_country"), false)));

  @Test
  void advice_ofItemsInOrder_findsNothing() {
    Advice advice =
        advice(2_000, i -> Map.of("id", text(Requests.name(i)), "title", text("x".repeat(50))));

    assertThat(advice.findings()).isEmpty();
    assertThat(advice.design()).isEqualTo(KeyDesign.EVEN_DEVICES);
    assertThat(advice.sharding()).isNull();
    assertThat(advice.statistics().requests()).isEqualTo(2_000);
  }

  /** A table without a sort key gets no advice to shard its keys. */
  @Test
  void advice_ofATableWithoutSortKey_isForSingleItems() {
    TableStudy study = new TableStudy(new TableKeys("id", false, List.of()));
    IntStream.range(0, 1_000)
        .mapToObj(i -> Map.of("id", text("20%02d-01-%02d".formatted(i / 28, i % 28 + 1))))
        .forEach(study::add);
    Finding rounded = study.advice(sample(1_000, 1_000, 32)).findings().get(0);

    assertThat(rounded.kind()).isEqualTo(Kind.ROUNDED_TIME);
    assertThat(rounded.cure()).startsWith("A key is one item here").contains("CounterSpec");
  }

  /** The names have 18 bytes, 16 of them in one attribute. */
  @Test
  void advice_ofLongNames_dependsOnTheirShare() {
    assertThat(namedAndValued("nameOf16Bytes___", 72).findings())
        .extracting(Finding::seen)
        .containsExactly(
            "of the 90 bytes of an average item, 18 are names of attributes (20 %);"
                + " long are nameOf16Bytes___");
    assertThat(namedAndValued("nameOf16Bytes___", 73).has(Kind.LONG_NAMES)).isFalse();
    assertThat(namedAndValued("nameOf15Bytes__", 10).has(Kind.LONG_NAMES)).isFalse();
  }

  private static Advice namedAndValued(String name, int valueBytes) {
    return advice(100, i -> Map.of("id", text("k"), name, text("x".repeat(valueBytes - 1))));
  }

  @Test
  void advice_ofNamesOfAnyLengthAndCharacters_tellsThemAsText() {
    assertThat(namedAndValued("\u001b[2J" + "n".repeat(60_000), 10).findings().get(0).seen())
        .contains("long are \\u001b[2Jnnn", "nnn...")
        .doesNotContain("\u001b")
        .hasSizeLessThan(200);
  }

  @Test
  void advice_ofSets_dependsOnTheirElements() {
    assertThat(setOf(99).has(Kind.LARGE_SETS)).isFalse();
    assertThat(setOf(100).findings().get(0).seen())
        .isEqualTo("replies has 100 elements or more in 5 items, up to 100");
    assertThat(setOf(100).findings().get(0).cure()).contains("ChildCollection");
  }

  private static Advice setOf(int elements) {
    List<String> numbers = IntStream.range(0, elements).mapToObj(Integer::toString).toList();
    return advice(5, i -> Map.of("id", text("k"), "replies", AttributeValue.fromNs(numbers)));
  }

  @Test
  void advice_ofValues_dependsOnTheirBytes() {
    assertThat(valueOf(4_095).has(Kind.LARGE_VALUES)).isFalse();
    assertThat(valueOf(4_096).findings().get(0).seen())
        .isEqualTo("body has 4,096 bytes or more in 5 items, up to 4,096");
  }

  private static Advice valueOf(int bytes) {
    SdkBytes value = SdkBytes.fromByteArray(new byte[bytes]);
    return advice(5, i -> Map.of("id", text("k"), "body", AttributeValue.fromB(value)));
  }

  /** AWS's invoices: an index by country. */
  @Test
  void advice_ofAnIndexOfFewKeys_isToShardIt() {
    List<String> countries = List.of("USA", "FRA", "DEU");
    Advice advice =
        advice(
            2_000,
            i ->
                Map.of(
                    "id",
                    text("InvoiceNumber#" + Requests.name(i)),
                    "tx_country",
                    text(countries.get(i % 3))));

    assertThat(advice.findings()).extracting(Finding::kind).containsExactly(Kind.UNEVEN_INDEX);
    assertThat(advice.findings().get(0).seen())
        .isEqualTo("index byCountry: there are 3 different keys for 2,000 items");
    assertThat(advice.findings().get(0).cure()).contains("ShardedIndexSpec.numberFirst(");
  }

  @Test
  void advice_ofAPart_scalesHowDenseNumbersAre() {
    IntFunction<Map<String, AttributeValue>> everyTenth =
        i -> Map.of("id", AttributeValue.fromN(Long.toString(i * 2_503L % 5_000 * 10)));

    assertThat(advice(5_000, everyTenth).has(Kind.SEQUENCE_KEYS)).isFalse();
    assertThat(study(5_000, everyTenth).advice(sample(5_000, 50_000, 32)).has(Kind.SEQUENCE_KEYS))
        .isTrue();
  }

  /** A scan that sees one key in each place says little; one that ends nearly everywhere, much. */
  @Test
  void advice_ofAPartWithFewKeys_dependsOnWhetherPlacesEnded() {
    IntFunction<Map<String, AttributeValue>> few = i -> Map.of("id", text(Requests.name(i % 32)));

    Advice unknown = study(3_200, few).advice(sample(3_200, 1_000_000, 15));
    assertThat(unknown.design()).isNull();
    assertThat(unknown.reason())
        .isEqualTo(
            "the sample saw 32 keys, since they have many items; read more of the table to rate the"
                + " key");
    assertThat(study(3_200, few).advice(sample(3_200, 1_000_000, 16)).design())
        .isEqualTo(KeyDesign.FEW_VALUES);
  }

  private static Advice advice(int items, IntFunction<Map<String, AttributeValue>> item) {
    return study(items, item).advice(sample(items, items, 32));
  }

  private static TableStudy study(int items, IntFunction<Map<String, AttributeValue>> item) {
    TableStudy study = new TableStudy(KEYS);
    IntStream.range(0, items).mapToObj(item).forEach(study::add);
    return study;
  }

  private static TableSample sample(long items, long tableItems, int ended) {
    return new TableSample("t", items, 1, items == tableItems, tableItems, 32, ended);
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
