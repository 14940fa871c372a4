package dev.evenkeel.timeseries.internal.plan.archive.format;

import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.b;
import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.n;
import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sets of items have one digest only if they are equal. */
class ContentDigestTest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  @Test
  void digest_ofSeveralItems_isFrozen() throws IOException {
    List<String> rows = vector("archived-items.csv");
    ContentDigester digester = new ContentDigester();
    for (String row : rows.subList(1, rows.size())) {
      digester.add(Items.read(row.substring(0, row.indexOf('|'))));
    }

    assertThat(digester.digest().text()).isEqualTo(vector("archived-items-content.txt").get(0));
  }

  @Test
  void digest_equalValues_areOne() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("a", n("1.0"));
    item.put("b", AttributeValue.fromSs(List.of("x", "y")));
    item.put("c", AttributeValue.fromNs(List.of("100", "0.50")));
    item.put("d", AttributeValue.fromBs(List.of(b(200).b(), b(1).b())));
    Map<String, AttributeValue> same = new LinkedHashMap<>();
    same.put("d", AttributeValue.fromBs(List.of(b(1).b(), b(200).b())));
    same.put("c", AttributeValue.fromNs(List.of("5E-1", "+1e2")));
    same.put("b", AttributeValue.fromSs(List.of("y", "x")));
    same.put("a", n("01"));

    assertThat(ContentDigester.of(item)).isEqualTo(ContentDigester.of(same));
  }

  @Test
  void digest_unequalItems_areAllDifferent() {
    List<AttributeValue> values =
        List.of(
            s(""),
            s("1"),
            s("11"),
            n("1"),
            n("11"),
            n("-1"),
            n("0"),
            b(),
            b(49),
            b(1),
            AttributeValue.fromBool(true),
            AttributeValue.fromBool(false),
            AttributeValue.fromNul(true),
            AttributeValue.fromSs(List.of("1")),
            AttributeValue.fromNs(List.of("1")),
            AttributeValue.fromBs(List.of(b(49).b())),
            AttributeValue.fromSs(List.of("", "1")),
            AttributeValue.fromL(List.of()),
            AttributeValue.fromL(List.of(s("1"))),
            AttributeValue.fromL(List.of(s("1"), s("2"))),
            AttributeValue.fromL(List.of(s("2"), s("1"))),
            AttributeValue.fromM(Map.of()),
            AttributeValue.fromM(Map.of("1", s("1"))),
            AttributeValue.fromM(Map.of("", s("11"))));

    assertThat(values.stream().map(value -> ContentDigester.of(Map.of("a", value))))
        .doesNotHaveDuplicates();
    assertThat(ContentDigester.of(Map.of("a", s("b"))))
        .isNotEqualTo(ContentDigester.of(Map.of("ab", s(""))));
  }

  @Test
  void plus_partsInAnyOrder_isTheWhole() {
    Property.check(
        50,
        gen -> {
          List<Map<String, AttributeValue>> items = items(gen, 12);
          ContentDigester whole = new ContentDigester();
          items.forEach(whole::add);
          List<Map<String, AttributeValue>> shuffled = new ArrayList<>(items);
          Collections.shuffle(shuffled, new Random(gen.seed()));
          ContentDigest sum = ContentDigest.EMPTY;
          for (Map<String, AttributeValue> item : shuffled) {
            sum = ContentDigester.of(item).plus(sum);
          }
          assertThat(sum).isEqualTo(whole.digest());
          assertThat(ContentDigest.parse(sum.text())).isEqualTo(sum);
        });
  }

  @Test
  void plus_anySums_isAdditionModulo2ToThe256() {
    Property.check(
        300,
        gen -> {
          ContentDigest a = digest(gen);
          ContentDigest b = digest(gen);
          assertThat(number(a.plus(b))).isEqualTo(number(a).add(number(b)).mod(MODULUS));
          assertThat(a.plus(b).itemCount()).isEqualTo(a.itemCount() + b.itemCount());
        });
  }

  @Test
  void add_anAttributeIsChanged_digestIsAnother() {
    Property.check(
        100,
        gen -> {
          Map<String, AttributeValue> item = gen.item(Map.of("pk", gen.keyValue()));
          Map<String, AttributeValue> changed = new LinkedHashMap<>(item);
          changed.put("pk", s(gen.string() + "!"));
          assertThat(ContentDigester.of(changed)).isNotEqualTo(ContentDigester.of(item));
        });
  }

  @Test
  void add_numberThatIsNone_isRefused() {
    assertThatThrownBy(() -> ContentDigester.of(Map.of("n", n("one"))))
        .isInstanceOf(InvalidNumberException.class);
  }

  @Test
  void number_anyText_isTheCanonicalOne() {
    Property.check(
        500,
        gen -> {
          BigDecimal number = gen.number();
          for (String text :
              List.of(
                  number.toString(),
                  number.toPlainString(),
                  number.toEngineeringString(),
                  number.negate().toPlainString(),
                  number.stripTrailingZeros().toPlainString())) {
            assertThat(CanonicalNumber.of(text))
                .isEqualTo(CanonicalNumber.parse(text).toPlainString());
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "0.0",
        "-0.0",
        "00",
        "01",
        "-01",
        "1.",
        ".5",
        "-.5",
        "0.5",
        "-0.5",
        "1.50",
        "10",
        "+1",
        "1e2",
        "123456789012345678901234567890.12345678",
        "0.00000000000000000000001"
      })
  void number_formsOfNumbers_areTheCanonicalOne(String text) {
    assertThat(CanonicalNumber.of(text)).isEqualTo(CanonicalNumber.parse(text).toPlainString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", ".", "-.", "1.2.3", "1-", "--1", "1 ", "0x1", "1_000"})
  void number_whatIsNone_isRefused(String text) {
    assertThatThrownBy(() -> CanonicalNumber.of(text)).isInstanceOf(InvalidNumberException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1:1",
        "2:1:801d82b4eee2c892d32dc304f3a7fd654ed297c519eade1e9fac754ed6e1d982",
        "1:-1:801d82b4eee2c892d32dc304f3a7fd654ed297c519eade1e9fac754ed6e1d982",
        "1:1:801d82b4eee2c892d32dc304f3a7fd654ed297c519eade1e9fac754ed6e1d98",
        "1:1:801D82B4EEE2C892D32DC304F3A7FD654ED297C519EADE1E9FAC754ED6E1D982",
        "1:1:801d82b4eee2c892d32dc304f3a7fd654ed297c519eade1e9fac754ed6e1d982 "
      })
  void parse_anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> ContentDigest.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ContentDigest digest(Gen gen) {
    long[] words =
        IntStream.range(0, 4)
            .mapToLong(i -> gen.oneOf(List.of(0L, -1L, 1L, Long.MIN_VALUE, gen.seed() * (i + 3))))
            .toArray();
    return new ContentDigest(gen.between(0, 9), words[0], words[1], words[2], words[3]);
  }

  private static BigInteger number(ContentDigest digest) {
    return new BigInteger(digest.text().substring(digest.text().lastIndexOf(':') + 1), 16);
  }

  private static List<Map<String, AttributeValue>> items(Gen gen, int count) {
    return IntStream.range(0, count).mapToObj(i -> gen.item(Map.of("pk", s("key" + i)))).toList();
  }

  private static List<String> vector(String name) throws IOException {
    return new String(Vectors.bytes(name), StandardCharsets.UTF_8).lines().toList();
  }
}
