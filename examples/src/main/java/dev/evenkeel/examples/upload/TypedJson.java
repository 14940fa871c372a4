package dev.evenkeel.examples.upload;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** DynamoDB JSON, {@code {"id": {"S": "a"}, "n": {"N": "1"}}}, once it is parsed as plain JSON. */
final class TypedJson {
  private TypedJson() {}

  static Map<String, AttributeValue> item(Map<String, AttributeValue> parsed) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    parsed.forEach((name, value) -> item.put(name, value(value)));
    return item;
  }

  private static AttributeValue value(AttributeValue parsed) {
    if (parsed.m().size() != 1) {
      throw new IllegalArgumentException("a value of DynamoDB JSON has exactly one type");
    }
    Map.Entry<String, AttributeValue> typed = parsed.m().entrySet().iterator().next();
    AttributeValue content = typed.getValue();
    return switch (typed.getKey()) {
      case "S" -> AttributeValue.fromS(content.s());
      case "N" -> AttributeValue.fromN(content.s());
      case "B" -> AttributeValue.fromB(bytes(content));
      case "BOOL" -> AttributeValue.fromBool(content.bool());
      case "NULL" -> AttributeValue.fromNul(true);
      case "L" -> AttributeValue.fromL(content.l().stream().map(TypedJson::value).toList());
      case "M" -> AttributeValue.fromM(item(content.m()));
      case "SS" -> AttributeValue.fromSs(texts(content));
      case "NS" -> AttributeValue.fromNs(texts(content));
      case "BS" -> AttributeValue.fromBs(content.l().stream().map(TypedJson::bytes).toList());
      default -> throw new IllegalArgumentException("DynamoDB JSON has no such type");
    };
  }

  private static List<String> texts(AttributeValue list) {
    return list.l().stream().map(AttributeValue::s).toList();
  }

  private static SdkBytes bytes(AttributeValue base64) {
    return SdkBytes.fromByteArray(Base64.getDecoder().decode(base64.s()));
  }
}
