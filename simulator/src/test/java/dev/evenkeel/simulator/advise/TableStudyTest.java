package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.advise.TableKeys.IndexKey;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items on both sides of each threshold. */
class TableStudyTest {
  private static final TableKeys KEYS =
      new TableKeys(
          "id", true, List.of(new IndexKey("byCountry", List.of("tx_country"), List.of())));

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

  /** An index holds only items that have all of its key. */
  @Test
  void advice_ofASparseIndex_isByTheItemsThatItHolds() {
    TableKeys keys =
        new TableKeys(
            "id", false, List.of(new IndexKey("shipped", List.of("status"), List.of("at"))));
    TableStudy study = new TableStudy(keys);
    for (int i = 0; i < 3_000; i++) {
      String id = Requests.name(i);
      study.add(
          i % 2 == 0
              ? Map.of("id", text(id), "status", text("none"))
              : Map.of("id", text(id), "status", text("s" + id), "at", text("2026")));
    }

    assertThat(study.advice(sample(3_000, 3_000, 32)).has(Kind.UNEVEN_INDEX)).isFalse();
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

  /** Parts of any size, in any order, of items whose statistics are still exact. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void add_ofPackedParts_isTheStudyOfTheWhole(long seed) {
    Random random = new Random(seed);
    List<Map<String, AttributeValue>> items = items(random, 5_000, 3_000);
    TableStudy whole = new TableStudy(KEYS);
    List<TableStudy> parts = Stream.generate(() -> new TableStudy(KEYS)).limit(7).toList();
    for (Map<String, AttributeValue> item : items) {
      whole.add(item);
      parts.get(random.nextInt(1 + random.nextInt(parts.size()))).add(item);
    }
    TableStudy sum = new TableStudy(KEYS);
    parts.forEach(part -> sum.add(part.packed()));
    TableSample sample = sample(items.size(), items.size(), 32);

    assertThat(sum.items()).isEqualTo(items.size());
    assertThat(sum.advice(sample)).isEqualTo(whole.advice(sample));
    TableStudy again = new TableStudy(KEYS);
    again.add(sum.packed());
    assertThat(again.advice(sample)).isEqualTo(whole.advice(sample));
  }

  /** More keys than sketches hold: bounds have to hold the truth. */
  @Test
  void add_ofPackedPartsOfManyKeys_hasBoundsThatHold() {
    TableStudy sum = new TableStudy(KEYS);
    for (int part = 0; part < 8; part++) {
      TableStudy study = new TableStudy(KEYS);
      for (int i = 0; i < 20_000; i++) {
        String key = i % 10 == 0 ? "popular" : Requests.name(part * 10_000 + i);
        study.add(Map.of("id", text(key), "tx_country", text("c" + i % 500)));
      }
      sum.add(study.packed());
    }
    Advice advice = sum.advice(sample(160_000, 160_000, 32));

    assertThat(advice.design()).isEqualTo(KeyDesign.ONE_POPULAR);
    Advice.HeavyKey popular = advice.heavyKeys().get(0);
    assertThat(popular.key()).isEqualTo("popular");
    assertThat(popular.requests().low()).isLessThanOrEqualTo(16_000);
    assertThat(popular.requests().high()).isGreaterThanOrEqualTo(16_000);
    assertThat(popular.share().high() - popular.share().low()).isLessThan(0.001);
    assertThat(advice.shareError()).isBetween(0.00001, 0.001);
    Advice.Bounds distinct = advice.statistics().distinctKeys();
    assertThat(distinct.low()).isLessThanOrEqualTo(81_001);
    assertThat(distinct.high()).isGreaterThanOrEqualTo(81_001);
  }

  @Test
  void add_ofPackedItemsOfAnotherIndex_leavesThatOut() {
    TableStudy before = new TableStudy(KEYS);
    TableStudy study =
        new TableStudy(
            new TableKeys(
                "id", true, List.of(new IndexKey("other", List.of("id"), List.of("day")))));
    IntStream.range(0, 2_000)
        .mapToObj(i -> Map.of("id", text(Requests.name(i)), "tx_country", text("FRA")))
        .forEach(before::add);

    study.add(before.packed());

    assertThat(study.items()).isEqualTo(2_000);
    assertThat(study.advice(sample(2_000, 2_000, 32)).findings()).isEmpty();
  }

  @Test
  void add_ofWhatIsCutOffOrOfAnotherVersion_isRefused() {
    TableStudy study = new TableStudy(KEYS);
    study.add(Map.of("id", text("a")));
    byte[] packed = study.packed();

    assertThatThrownBy(() -> study.add(Arrays.copyOf(packed, packed.length / 2)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("a part of a study is cut off");
  }

  private static List<Map<String, AttributeValue>> items(Random random, int count, int keys) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> item = new HashMap<>();
      int key = (int) (keys * Math.pow(random.nextDouble(), 3));
      item.put("id", text(random.nextInt(9) == 0 ? "2026-11-%02d".formatted(key % 30) : "u" + key));
      item.put("attribute" + random.nextInt(40), text("x".repeat(random.nextInt(300))));
      if (random.nextBoolean()) {
        item.put("tx_country", text("c" + random.nextInt(20)));
      }
      items.add(item);
    }
    return items;
  }
}
