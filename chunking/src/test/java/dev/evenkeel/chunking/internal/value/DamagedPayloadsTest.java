package dev.evenkeel.chunking.internal.value;

import static dev.evenkeel.chunking.internal.value.Payloads.large;
import static dev.evenkeel.chunking.internal.value.Payloads.read;
import static dev.evenkeel.chunking.internal.value.Payloads.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Bytes that are no payload: refused without being repeated. */
class DamagedPayloadsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "[]",
        "null",
        "{}",
        "{\"L\":[]",
        "{\"L\":[}",
        "{\"L\":[]}}",
        "{\"L\":[]} secret",
        "{\"L\":[]}{}",
        "{\"L\":{}}",
        "{\"L\":null}",
        "{\"L\":[null]}",
        "{\"L\":[1]}",
        "{\"L\":[\"secret\"]}",
        "{\"L\":[{\"S\":1}]}",
        "{\"L\":[{\"S\":null}]}",
        "{\"L\":[{\"S\":[\"secret\"]}]}",
        "{\"L\":[{\"N\":1}]}",
        "{\"L\":[{\"N\":\"secret\"}]}",
        "{\"L\":[{\"N\":\"1E200\"}]}",
        "{\"L\":[{\"BOOL\":\"true\"}]}",
        "{\"L\":[{\"BOOL\":null}]}",
        "{\"L\":[{\"NULL\":false}]}",
        "{\"L\":[{\"NUL\":true}]}",
        "{\"L\":[{\"NULL\":\"true\"}]}",
        "{\"L\":[{\"B\":\"secret!\"}]}",
        "{\"L\":[{\"B\":\"AA\"}]}",
        "{\"L\":[{\"B\":\"AB==\"}]}",
        "{\"L\":[{\"B\":\"A-__\"}]}",
        "{\"L\":[{\"SS\":[]}]}",
        "{\"L\":[{\"SS\":[\"secret\",\"secret\"]}]}",
        "{\"L\":[{\"NS\":[\"1\",\"1.0\"]}]}",
        "{\"L\":[{\"BS\":[\"AA==\",\"AA==\"]}]}",
        "{\"L\":[{\"SS\":\"secret\"}]}",
        "{\"L\":[{\"SS\":[1]}]}",
        "{\"L\":[{\"S\":\"secret\",\"S\":\"secret\"}]}",
        "{\"L\":[{\"S\":\"secret\",\"N\":\"1\"}]}",
        "{\"L\":[{\"M\":{\"secret\":{\"S\":\"\"},\"secret\":{\"S\":\"\"}}}]}",
        "{\"L\":[{\"M\":{\"\":{\"S\":\"\"}}}]}",
        "{\"L\":[{\"M\":[]}]}",
        "{\"L\":[{\"S\":\"\\ud83d\"}]}",
        "{\"L\":[{\"S\":\"\\ude00\\ud83d\"}]}",
        "{\"L\":[{\"SS\":[\"\\ud83d\"]}]}",
        "{\"L\":[{\"M\":{\"\\ud83d\":{\"S\":\"\"}}}]}",
        "{\"L\":[{\"S\":\"a\nb\"}]}",
        "{\"L\":[{'S':'secret'}]}",
        "{\"L\":[/* secret */]}",
        "{\"L\":[{\"N\":\"1\"},]}",
        "\ufeff{\"L\":[]}",
        "{\"M\":{}}",
      })
  void value_ofJsonThatIsNone_isCorruptAndNotRepeated(String json) {
    assertThatThrownBy(() -> read(AttributeValue.Type.L, json))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("stored of a value")
        .hasStackTraceContaining("JsonReading")
        .satisfies(failure -> assertThat(trace(failure)).doesNotContain("secret"));
  }

  private static String trace(Throwable failure) {
    StringBuilder trace = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      trace.append(cause).append('\n');
    }
    return trace.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c0af", "eda0bd", "f5808080", "e282", "80"})
  void value_ofBytesThatAreNotUtf8_isCorrupt(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    byte[] json = ("{\"L\":[{\"S\":\"" + "x\"}]}").getBytes(StandardCharsets.UTF_8);
    byte[] damaged = new byte[json.length + bytes.length - 1];
    System.arraycopy(json, 0, damaged, 0, 12);
    System.arraycopy(bytes, 0, damaged, 12, bytes.length);
    System.arraycopy(json, 13, damaged, 12 + bytes.length, json.length - 13);

    for (Payload payload :
        List.of(
            new Payload(AttributeValue.Type.S, bytes),
            new Payload(AttributeValue.Type.L, damaged))) {
      assertThatThrownBy(() -> PayloadBytes.value(payload))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
  }

  @Test
  void value_ofJsonNestedWithoutEnd_isCorrupt() {
    for (String open : List.of("{\"L\":[", "{\"M\":{\"m\":", "[", "{\"x\":")) {
      assertThatThrownBy(() -> read(AttributeValue.Type.L, open.repeat(100_000)))
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
    String deepest = "{\"L\":[".repeat(31) + "{\"S\":\"x\"}" + "]}".repeat(31);
    assertThat(text(read(AttributeValue.Type.L, deepest))).isEqualTo(deepest);
    String deeper = "{\"L\":[" + deepest + "]}";
    assertThatThrownBy(() -> read(AttributeValue.Type.L, deeper))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("nested deeper than 31 levels");
  }

  /** Damaged JSON: a value that DynamoDB would take, or the one exception. */
  @Tag("rounds")
  @Test
  void value_ofMutatedPayloads_isAValueOrCorrupt() {
    Property.check(5_000, DamagedPayloadsTest::checkMutated);
  }

  private static void checkMutated(Gen gen) {
    Payload payload = PayloadBytes.of(large(gen));
    Payload mutated = new Payload(payload.type(), Mutation.of(payload.bytes(), gen));
    try {
      AttributeValue value = PayloadBytes.value(mutated);
      assertThat(PayloadBytes.of(value).type()).isEqualTo(payload.type());
    } catch (LargeValueException expected) {
      assertThat(expected.reason()).isEqualTo(Reason.CORRUPT);
      assertThat(expected.problem()).contains("stored of");
    }
  }
}
