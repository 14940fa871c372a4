package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.Utf8;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as lines of DynamoDB JSON, each an object whose one member is the item. */
final class ItemWriter {
  static final String ITEM = "Item";

  private static final SerializableString ITEM_NAME = new SerializedString(ITEM);
  private static final SerializableString S = new SerializedString("S");
  private static final SerializableString N = new SerializedString("N");
  private static final SerializableString B = new SerializedString("B");
  private static final SerializableString BOOL = new SerializedString("BOOL");
  private static final SerializableString NULL = new SerializedString("NULL");
  private static final SerializableString L = new SerializedString("L");
  private static final SerializableString M = new SerializedString("M");
  private static final SerializableString SS = new SerializedString("SS");
  private static final SerializableString NS = new SerializedString("NS");
  private static final SerializableString BS = new SerializedString("BS");

  private final JsonGenerator json;

  ItemWriter(JsonGenerator json) {
    this.json = json;
  }

  void writeLine(Map<String, AttributeValue> item) throws IOException {
    json.writeStartObject();
    json.writeFieldName(ITEM_NAME);
    write(item);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void write(Map<String, AttributeValue> entries) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, AttributeValue> entry : entries.entrySet()) {
      json.writeFieldName(whole(entry.getKey()));
      write(entry.getValue());
    }
    json.writeEndObject();
  }

  private void write(AttributeValue value) throws IOException {
    AttributeValue.Type type = value.type();
    if (type == null) {
      throw untyped();
    }
    json.writeStartObject();
    switch (type) {
      case S -> writeText(S, value.s());
      case N -> writeText(N, value.n());
      case B -> {
        json.writeFieldName(B);
        write(value.b());
      }
      case BOOL -> writeBoolean(BOOL, value.bool());
      case NUL -> writeBoolean(NULL, value.nul());
      case L -> writeList(value.l());
      case M -> {
        json.writeFieldName(M);
        write(value.m());
      }
      case SS -> writeTexts(SS, value.ss());
      case NS -> writeTexts(NS, value.ns());
      case BS -> writeBinaries(value.bs());
      case UNKNOWN_TO_SDK_VERSION -> throw untyped();
    }
    json.writeEndObject();
  }

  private void writeText(SerializableString type, String text) throws IOException {
    json.writeFieldName(type);
    json.writeString(whole(text));
  }

  private void writeBoolean(SerializableString type, boolean truth) throws IOException {
    json.writeFieldName(type);
    json.writeBoolean(truth);
  }

  private void writeList(List<AttributeValue> elements) throws IOException {
    json.writeFieldName(L);
    json.writeStartArray();
    for (AttributeValue element : elements) {
      write(element);
    }
    json.writeEndArray();
  }

  private void writeTexts(SerializableString type, List<String> members) throws IOException {
    json.writeFieldName(type);
    json.writeStartArray();
    for (String member : members) {
      json.writeString(whole(member));
    }
    json.writeEndArray();
  }

  private void writeBinaries(List<SdkBytes> members) throws IOException {
    json.writeFieldName(BS);
    json.writeStartArray();
    for (SdkBytes member : members) {
      write(member);
    }
    json.writeEndArray();
  }

  /** Jackson would write half of a character as bytes that are no UTF-8. */
  private static String whole(String text) {
    if (!Utf8.isWellFormed(text)) {
      throw new DecoratorException(
          "An item holds a text with half of a surrogate pair and cannot be archived. DynamoDB returns none; look at what stands between this client and it.");
    }
    return text;
  }

  private void write(SdkBytes binary) throws IOException {
    json.writeBinary(binary.asByteArrayUnsafe());
  }

  /** An unknown member fails the archive: it could not be kept. */
  private static DecoratorException untyped() {
    return new DecoratorException(
        "An item holds a value of no type, or of one that this SDK does not know, and cannot be archived. Nothing was deleted. Use a newer AWS SDK.");
  }
}
