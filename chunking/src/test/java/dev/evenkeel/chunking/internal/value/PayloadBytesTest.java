package dev.evenkeel.chunking.internal.value;

import static dev.evenkeel.chunking.internal.value.Payloads.large;
import static dev.evenkeel.chunking.internal.value.Payloads.read;
import static dev.evenkeel.chunking.internal.value.Payloads.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.gen.Property;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Values as the bytes that are stored of them, and read again. */
class PayloadBytesTest {
  private static SdkBytes bytes(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return SdkBytes.fromByteArray(array);
  }

  /** The meaning of a value: numbers by value, sets without order. */
  private static Object meaning(AttributeValue value) {
    return switch (value.type()) {
      case N -> number(value.n());
      case SS -> new HashSet<>(value.ss());
      case NS -> value.ns().stream().map(PayloadBytesTest::number).collect(Collectors.toSet());
      case BS -> new HashSet<>(value.bs());
      case L -> value.l().stream().map(PayloadBytesTest::meaning).toList();
      case M ->
          value.m().entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, entry -> meaning(entry.getValue())));
      default -> value;
    };
  }

  private static Object number(String text) {
    return Set.of("N", new BigDecimal(text).stripTrailingZeros());
  }

  /** The same value, said in another way. */
  private static AttributeValue rephrased(AttributeValue value, Random random) {
    return switch (value.type()) {
      case N -> fromN(rephrased(value.n()));
      case SS -> fromSs(shuffled(value.ss(), random));
      case NS ->
          fromNs(shuffled(value.ns(), random).stream().map(PayloadBytesTest::rephrased).toList());
      case BS -> fromBs(shuffled(value.bs(), random));
      case L -> fromL(value.l().stream().map(element -> rephrased(element, random)).toList());
      case M -> {
        Map<String, AttributeValue> entries = new LinkedHashMap<>();
        for (String name : shuffled(List.copyOf(value.m().keySet()), random)) {
          entries.put(name, rephrased(value.m().get(name), random));
        }
        yield fromM(entries);
      }
      default -> value;
    };
  }

  private static String rephrased(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.precision() < 38 ? value.setScale(value.scale() + 1).toString() : number;
  }

  private static <T> List<T> shuffled(List<T> members, Random random) {
    List<T> shuffled = new ArrayList<>(members);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  @Test
  void value_ofAnyPayload_meansTheSame() {
    Property.check(
        3_000,
        gen -> {
          AttributeValue value = large(gen);
          Payload payload = PayloadBytes.of(value);
          assertThat(payload.type()).isEqualTo(value.type());
          AttributeValue back = PayloadBytes.value(payload);
          assertThat(meaning(back)).isEqualTo(meaning(value));
          assertThat(PayloadBytes.of(back).bytes()).isEqualTo(payload.bytes());
        });
  }

  @Test
  void of_oneValueSaidInTwoWays_isTheSameBytes() {
    Property.check(
        1_000,
        gen -> {
          AttributeValue value = large(gen);
          AttributeValue other = rephrased(value, new Random(gen.seed()));
          assertThat(text(other)).isEqualTo(text(value));
        });
  }

  /** The frozen format: what stands there is written, and read again. */
  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/payloads.csv", delimiter = '|', numLinesToSkip = 1)
  void payload_goldenVector_isWrittenAndRead(String type, String payload) {
    AttributeValue value = read(PayloadBytes.type(type), payload);
    assertThat(text(value)).isEqualTo(payload);
  }

  @Test
  void of_aValueOfAllTypes_isCanonicalJson() {
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    entries.put("\ud83d\ude00", fromS("\ud83d\ude00\u2028\"\\/\n\u0001\u007f"));
    entries.put("\uffee", fromNul(true));
    entries.put("b", fromB(bytes(0, 255, 1)));
    entries.put("a", fromN("+1.50E1"));
    entries.put("SS", fromSs(List.of("\ud83d\ude00", "\uffee", "b", "")));
    entries.put("NS", fromNs(List.of("1e2", "-3", "20")));
    entries.put("BS", fromBs(List.of(bytes(255), bytes(1, 2), bytes())));
    entries.put("BOOL", fromBool(false));
    entries.put("L", fromL(List.of(fromL(List.of()), fromM(Map.of()), fromB(bytes()))));
    assertThat(text(fromM(entries)))
        .isEqualTo(
            "{\"M\":{\"BOOL\":{\"BOOL\":false},\"BS\":{\"BS\":[\"\",\"AQI=\",\"/w==\"]},"
                + "\"L\":{\"L\":[{\"L\":[]},{\"M\":{}},{\"B\":\"\"}]},"
                + "\"NS\":{\"NS\":[\"-3\",\"20\",\"100\"]},"
                + "\"SS\":{\"SS\":[\"\",\"b\",\"\uffee\",\"\ud83d\ude00\"]},"
                + "\"a\":{\"N\":\"15\"},\"b\":{\"B\":\"AP8B\"},\"\uffee\":{\"NULL\":true},"
                + "\"\ud83d\ude00\":{\"S\":\"\ud83d\ude00\u2028\\\"\\\\/\\n\\u0001\u007f\"}}}");
  }

  @Test
  void of_textAndBinary_areTheirBytes() {
    assertThat(PayloadBytes.of(fromS("gr\u00f6\u00dfe \ud83d\ude00")).bytes())
        .isEqualTo("gr\u00f6\u00dfe \ud83d\ude00".getBytes(StandardCharsets.UTF_8));
    assertThat(PayloadBytes.of(fromB(bytes(1, 2, 255))).bytes()).containsExactly(1, 2, 255);
    assertThat(PayloadBytes.of(fromS("")).bytes()).isEmpty();
  }

  /** A JVM string may hold half a character; String.getBytes would store a question mark. */
  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\ude00", "a\ud83d", "\ud83da", "\ude00\ud83d"})
  void of_aLoneSurrogate_isRefused(String text) {
    for (AttributeValue value :
        List.of(
            fromS(text),
            fromSs(List.of(text)),
            fromL(List.of(fromS(text))),
            fromM(Map.of(text, fromS("x"))),
            fromL(List.of(fromS("x".repeat(100_000) + text))))) {
      assertThatThrownBy(() -> PayloadBytes.of(value))
          .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
          .hasMessageStartingWith("A text has a surrogate without its partner");
    }
  }

  @Test
  void of_aTypeThatIsNeverLarge_isRefused() {
    for (AttributeValue value :
        List.of(fromN("1"), fromBool(true), fromNul(true), AttributeValue.builder().build())) {
      assertThatThrownBy(() -> PayloadBytes.of(value))
          .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
          .hasMessageContaining("cannot be stored apart from its item");
    }
  }

  /** The digits of a number take longer to read the more they are. */
  @Test
  void of_aNumberOfAMillionDigits_isRefusedUnread() {
    assertThatThrownBy(() -> PayloadBytes.of(fromNs(List.of("1".repeat(1_000_000)))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith("A number has more than 1000 characters.");
  }

  @Test
  void of_aNameOfAMap_hasAtMost64KbInBytes() {
    assertThat(text(fromM(Map.of("\u00f6".repeat(32_767), fromS("x"))))).endsWith("x\"}}}");
    assertThatThrownBy(() -> PayloadBytes.of(fromM(Map.of("\u00f6".repeat(32_768), fromS("x")))))
        .isInstanceOf(DynamoDbException.class);
  }

  @Test
  void type_ofAName_isOneOfSeven() {
    for (String name : List.of("S", "B", "L", "M", "SS", "NS", "BS")) {
      assertThat(PayloadBytes.type(name).name()).isEqualTo(name);
    }
    for (String name : List.of("N", "BOOL", "NUL", "NULL", "", "s", "secret")) {
      assertThatThrownBy(() -> PayloadBytes.type(name))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
          .message()
          .doesNotContain("secret");
    }
  }

  /** JSON that is allowed but not canonical: other orders, spaces, escapes and numbers. */
  @Test
  void value_ofJsonThatIsNotCanonical_isRead() {
    AttributeValue value =
        read(
            AttributeValue.Type.M,
            " {\"M\" : { \"z\":{\"N\":\"1.0\"},\t\"\\u0061\":{\"NS\":[\"2\",\"1E0\"]}}}\n");
    assertThat(text(value)).isEqualTo("{\"M\":{\"a\":{\"NS\":[\"1\",\"2\"]},\"z\":{\"N\":\"1\"}}}");
  }

  @Test
  void value_ofABinaryOfAnyBytes_isThem() {
    byte[] all = Base64.getDecoder().decode("AAECAwQFBgcICQoL/////g==");
    assertThat(PayloadBytes.value(new Payload(AttributeValue.Type.B, all)).b().asByteArray())
        .isEqualTo(all);
  }
}
