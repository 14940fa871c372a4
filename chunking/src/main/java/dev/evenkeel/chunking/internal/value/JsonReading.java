package dev.evenkeel.chunking.internal.value;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.internal.value.PayloadBytes.StrictUtf8;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * DynamoDB JSON as a value. It need not be canonical, but must be what DynamoDB would take. The
 * parser's own message is left out, as it quotes the text.
 */
final class JsonReading {
  private final JsonParser json;

  private JsonReading(JsonParser json) {
    this.json = json;
  }

  static AttributeValue value(Payload payload) {
    try (JsonParser json = Json.FACTORY.createParser(StrictUtf8.reader(payload.bytes()))) {
      return new JsonReading(json).whole(payload.type());
    } catch (LargeValueException e) {
      throw e.reason() == Reason.INVALID ? refused(e.problem()) : e;
    } catch (DynamoDbException e) {
      throw refused(e.awsErrorDetails().errorMessage());
    } catch (IOException e) {
      throw new LargeValueException(
          Reason.CORRUPT, "The bytes that are stored of a value are no JSON.");
    }
  }

  private static LargeValueException refused(String why) {
    return new LargeValueException(
        Reason.CORRUPT,
        "The JSON that is stored of a value holds what DynamoDB would refuse: " + why);
  }

  private AttributeValue whole(AttributeValue.Type type) throws IOException {
    json.nextToken();
    AttributeValue value = value(0);
    if (json.nextToken() != null) {
      throw corrupt("goes on after its end");
    }
    if (value.type() != type) {
      throw corrupt("has another type than its item says");
    }
    return value;
  }

  /**
   * A value, from the brace that opens it, which is the current token, to the one that closes it.
   */
  private AttributeValue value(int depth) throws IOException {
    require(JsonToken.START_OBJECT);
    next(JsonToken.FIELD_NAME);
    String type = json.currentName();
    json.nextToken();
    AttributeValue value = content(type, depth);
    next(JsonToken.END_OBJECT);
    return value;
  }

  private AttributeValue content(String type, int depth) throws IOException {
    return switch (type) {
      case "S" -> AttributeValue.fromS(text());
      case "N" -> AttributeValue.fromN(Canonical.number(text()));
      case "B" -> AttributeValue.fromB(binary(text()));
      case "BOOL" -> AttributeValue.fromBool(bool());
      case "NULL" -> nul();
      case "SS" -> AttributeValue.fromSs(Canonical.strings(texts()));
      case "NS" -> AttributeValue.fromNs(Canonical.numbers(texts()));
      case "BS" ->
          AttributeValue.fromBs(
              Canonical.binaries(texts().stream().map(JsonReading::binary).toList()));
      case "L" -> AttributeValue.fromL(list(Json.deeper(depth)));
      case "M" -> AttributeValue.fromM(map(Json.deeper(depth)));
      default -> throw corrupt("has a type that there is not");
    };
  }

  private List<AttributeValue> list(int depth) throws IOException {
    require(JsonToken.START_ARRAY);
    List<AttributeValue> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(depth));
    }
    return elements;
  }

  private Map<String, AttributeValue> map(int depth) throws IOException {
    require(JsonToken.START_OBJECT);
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = Canonical.name(StrictUtf8.wellFormed(json.currentName()));
      json.nextToken();
      if (entries.put(name, value(depth)) != null) {
        throw corrupt("has an entry of a map twice");
      }
    }
    return entries;
  }

  private List<String> texts() throws IOException {
    require(JsonToken.START_ARRAY);
    List<String> texts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      texts.add(text());
    }
    return texts;
  }

  private String text() throws IOException {
    require(JsonToken.VALUE_STRING);
    return StrictUtf8.wellFormed(json.getText());
  }

  private boolean bool() throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw corrupt("has a BOOL that is none");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private AttributeValue nul() throws IOException {
    require(JsonToken.VALUE_TRUE);
    return AttributeValue.fromNul(true);
  }

  /** Base64 with its padding, and in its unused bits nothing. */
  private static SdkBytes binary(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      if (Base64.getEncoder().encodeToString(bytes).equals(base64)) {
        return SdkBytes.fromByteArrayUnsafe(bytes);
      }
      throw corrupt("has a binary in another form of Base64");
    } catch (IllegalArgumentException e) {
      throw corrupt("has a binary that is no Base64");
    }
  }

  private void next(JsonToken expected) throws IOException {
    json.nextToken();
    require(expected);
  }

  private void require(JsonToken expected) {
    if (json.currentToken() != expected) {
      throw corrupt("is not made as DynamoDB JSON is");
    }
  }

  private static LargeValueException corrupt(String how) {
    return new LargeValueException(
        Reason.CORRUPT, "The JSON that is stored of a value " + how + ".");
  }
}
