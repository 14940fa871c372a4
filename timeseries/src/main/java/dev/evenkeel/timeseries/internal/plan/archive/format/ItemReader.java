package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import java.io.IOException;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Parses lines of DynamoDB JSON as items. Anything that DynamoDB would not export is refused, so no
 * item is read as another. The parser's messages are left out, as they quote the text.
 */
final class ItemReader {
  private static final int BASE64_GROUP = 4;

  private final JsonParser json;

  private ItemReader(JsonParser json) {
    this.json = json;
  }

  /**
   * The item of a line.
   *
   * @throws MalformedItemException if it is none
   */
  static Map<String, AttributeValue> read(CharBuffer line) throws MalformedItemException {
    try (JsonParser json =
        Json.FACTORY.createParser(
            line.array(), line.arrayOffset() + line.position(), line.remaining())) {
      return new ItemReader(json).line();
    } catch (IOException e) {
      throw new MalformedItemException("is no JSON, or is nested too deeply");
    }
  }

  private Map<String, AttributeValue> line() throws IOException, MalformedItemException {
    next(JsonToken.START_OBJECT);
    next(JsonToken.FIELD_NAME);
    if (!json.currentName().equals(ItemWriter.ITEM)) {
      throw new MalformedItemException("has another member where its item should be");
    }
    json.nextToken();
    Map<String, AttributeValue> item = map(0);
    next(JsonToken.END_OBJECT);
    if (json.nextToken() != null) {
      throw new MalformedItemException("goes on after its end");
    }
    return item;
  }

  /**
   * A value, from the brace that opens it, which is the current token, to the one that closes it.
   */
  private AttributeValue value(int depth) throws IOException, MalformedItemException {
    require(JsonToken.START_OBJECT);
    next(JsonToken.FIELD_NAME);
    String type = json.currentName();
    json.nextToken();
    AttributeValue value = content(type, depth);
    next(JsonToken.END_OBJECT);
    return value;
  }

  private AttributeValue content(String type, int depth)
      throws IOException, MalformedItemException {
    return switch (type) {
      case "S" -> AttributeValue.fromS(text());
      case "N" -> AttributeValue.fromN(number());
      case "B" -> AttributeValue.fromB(binary());
      case "BOOL" -> AttributeValue.fromBool(bool());
      case "NULL" -> nul();
      case "SS" -> AttributeValue.fromSs(texts());
      case "NS" -> AttributeValue.fromNs(numbers());
      case "BS" -> AttributeValue.fromBs(binaries());
      case "L" -> AttributeValue.fromL(list(deeper(depth)));
      case "M" -> AttributeValue.fromM(map(deeper(depth)));
      default -> throw new MalformedItemException("has a value of a type that there is not");
    };
  }

  private static int deeper(int depth) throws MalformedItemException {
    if (depth == Json.DEPTH_MAX) {
      throw new MalformedItemException(
          "has lists and maps nested deeper than %d levels".formatted(Json.DEPTH_MAX));
    }
    return depth + 1;
  }

  private Map<String, AttributeValue> map(int depth) throws IOException, MalformedItemException {
    require(JsonToken.START_OBJECT);
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = paired(json.currentName());
      json.nextToken();
      if (entries.put(name, value(depth)) != null) {
        throw new MalformedItemException("has two attributes of one name");
      }
    }
    return entries;
  }

  private List<AttributeValue> list(int depth) throws IOException, MalformedItemException {
    require(JsonToken.START_ARRAY);
    List<AttributeValue> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(depth));
    }
    return elements;
  }

  private List<String> texts() throws IOException, MalformedItemException {
    require(JsonToken.START_ARRAY);
    List<String> members = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      members.add(text());
    }
    requireSet(members);
    return members;
  }

  private List<String> numbers() throws IOException, MalformedItemException {
    require(JsonToken.START_ARRAY);
    List<String> members = new ArrayList<>();
    List<String> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String member = text();
      members.add(member);
      values.add(canonical(member));
    }
    requireSet(values);
    return members;
  }

  private List<SdkBytes> binaries() throws IOException, MalformedItemException {
    require(JsonToken.START_ARRAY);
    List<SdkBytes> members = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      members.add(binary());
    }
    requireSet(members);
    return members;
  }

  private static void requireSet(List<?> members) throws MalformedItemException {
    if (members.isEmpty() || new HashSet<>(members).size() < members.size()) {
      throw new MalformedItemException("has a set that is empty or holds a member twice");
    }
  }

  private String text() throws IOException, MalformedItemException {
    require(JsonToken.VALUE_STRING);
    return paired(json.getText());
  }

  /** An escape can say a surrogate without its partner, which UTF-8 cannot. */
  private static String paired(String text) throws MalformedItemException {
    if (!Utf8.isWellFormed(text)) {
      throw new MalformedItemException("has half of a character");
    }
    return text;
  }

  private String number() throws IOException, MalformedItemException {
    String number = text();
    canonical(number);
    return number;
  }

  private static String canonical(String number) throws MalformedItemException {
    String canonical = CanonicalNumber.orNull(number);
    if (canonical == null) {
      throw new MalformedItemException("has a number that is none, or that DynamoDB has not");
    }
    return canonical;
  }

  private SdkBytes binary() throws IOException, MalformedItemException {
    String base64 = text();
    try {
      if (base64.length() % BASE64_GROUP == 0) {
        return SdkBytes.fromByteArrayUnsafe(Base64.getDecoder().decode(base64));
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the refusal.
    }
    throw new MalformedItemException("has a binary that is no Base64");
  }

  private boolean bool() throws MalformedItemException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw new MalformedItemException("has a BOOL that is neither true nor false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private AttributeValue nul() throws MalformedItemException {
    require(JsonToken.VALUE_TRUE);
    return AttributeValue.fromNul(true);
  }

  private void next(JsonToken expected) throws IOException, MalformedItemException {
    json.nextToken();
    require(expected);
  }

  private void require(JsonToken expected) throws MalformedItemException {
    if (json.currentToken() != expected) {
      throw new MalformedItemException("is not made as DynamoDB JSON is");
    }
  }

  /**
   * A line is no item. The message says why, as the end of a sentence that begins with the line.
   */
  static final class MalformedItemException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedItemException(String message) {
      super(message);
    }
  }
}
