package dev.evenkeel.timeseries.internal.plan.archive.format;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.timeseries.archive.TypedJson;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of every type, and readers of them that share no code with Evenkeel. */
final class Items {
  static final String DIGITS = "12345678901234567890123456789012345678";

  private static final ObjectMapper TREES = new ObjectMapper();

  private Items() {}

  /** An item with every type and the values that are easily lost. */
  static Map<String, AttributeValue> everything() {
    return Map.ofEntries(
        entry("text", s("größer \"quoted\" \\ \n \u0001 \u2028 😀")),
        entry("empty text", s("")),
        entry("größe", n("-" + DIGITS)),
        entry("tiny", n("1E-130")),
        entry("trailing", n("1.50")),
        entry("binary", b(0, 255, 127)),
        entry("empty binary", b()),
        entry("yes", AttributeValue.fromBool(true)),
        entry("no", AttributeValue.fromBool(false)),
        entry("nothing", AttributeValue.fromNul(true)),
        entry("texts", AttributeValue.fromSs(List.of("b", "", "a", "😀"))),
        entry("numbers", AttributeValue.fromNs(List.of("10", "9", "-0.5", DIGITS))),
        entry("binaries", AttributeValue.fromBs(List.of(b(200).b(), b().b(), b(1, 2).b()))),
        entry(
            "list", AttributeValue.fromL(List.of(s("a"), n("1"), AttributeValue.fromL(List.of())))),
        entry("😀", AttributeValue.fromM(Map.of("deep", nested(31)))),
        entry("empty map", AttributeValue.fromM(Map.of())));
  }

  /** A text in so many lists. */
  static AttributeValue nested(int lists) {
    AttributeValue value = s("core");
    for (int i = 0; i < lists; i++) {
      value = AttributeValue.fromL(List.of(value));
    }
    return value;
  }

  static Map<String, AttributeValue> item(int id) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("pk", s("key-" + id));
    item.put("n", n(Integer.toString(id)));
    return item;
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  static AttributeValue b(int... bytes) {
    byte[] raw = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      raw[i] = (byte) bytes[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(raw));
  }

  /** The lines of a gzip file, by the JDK. */
  static List<String> lines(byte[] gzip) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(new ByteArrayInputStream(gzip)), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The item of a line of an export, by Jackson's trees. */
  static Map<String, AttributeValue> read(String line) {
    try {
      return TypedJson.attributes(TREES.readTree(line).get("Item"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
