package dev.evenkeel.chunking.crash;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values by name: what has another name has other bytes. */
final class Values {
  /** The attribute that every update sets, so that an update creates a missing item. */
  static final String TOUCHED = "touched";

  private Values() {}

  /** Three chunks, or an object. */
  static AttributeValue large(String name) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise(name, 650)));
  }

  /** 27 chunks: two requests. */
  static AttributeValue wide(String name) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise(name, 26 * 300 + 10)));
  }

  /** Text of which something is left when it is compressed: two chunks. */
  static AttributeValue text(String name) {
    return AttributeValue.fromS(HexFormat.of().formatHex(noise(name, 400)));
  }

  private static byte[] noise(String name, int bytes) {
    byte[] noise = new byte[bytes];
    new Random(name.hashCode()).nextBytes(noise);
    return noise;
  }

  /** Describes items by the identity of their values, without their content. */
  static String described(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .map(
            item ->
                item.entrySet().stream()
                    .map(
                        part ->
                            part.getKey() + "~" + Math.floorMod(part.getValue().hashCode(), 1000))
                    .sorted()
                    .toList()
                    .toString())
        .toList()
        .toString();
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> some, Map<String, AttributeValue> others) {
    Map<String, AttributeValue> both = new HashMap<>(some);
    both.putAll(others);
    return both;
  }
}
