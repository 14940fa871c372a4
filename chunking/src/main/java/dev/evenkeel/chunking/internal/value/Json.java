package dev.evenkeel.chunking.internal.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.evenkeel.chunking.internal.value.PayloadBytes.StrictUtf8;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.value.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Settings that reading and writing DynamoDB JSON share. */
final class Json {
  /**
   * Lists and maps in one another. AWS speaks of 32 levels ("Constraints"), of which what is in the
   * innermost list or map is one: the service and DynamoDB Local refuse a value in 32 lists.
   */
  static final int DEPTH_MAX = 31;

  /** An object around each value, an array or object in it, and one more to find out. */
  private static final int JSON_DEPTH_MAX = 2 * DEPTH_MAX + 3;

  /**
   * The length of texts is bounded where the bytes are read. Names are not kept: they come from
   * stored values, and a table of them would grow with whatever is read.
   */
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JSON_DEPTH_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}

  static int deeper(int depth) {
    if (depth == DEPTH_MAX) {
      throw ValidationErrors.of(
          "Lists and maps are nested deeper than %d levels.".formatted(DEPTH_MAX));
    }
    return depth + 1;
  }

  /** A value as canonical DynamoDB JSON: one text for all ways to say the same value. */
  static final class JsonWriting {
    private final JsonGenerator json;

    private JsonWriting(JsonGenerator json) {
      this.json = json;
    }

    /**
     * The bytes by way of a writer, as the generator that makes bytes would escape astral
     * characters.
     */
    static byte[] bytes(AttributeValue value) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (JsonGenerator json = Json.FACTORY.createGenerator(StrictUtf8.writer(bytes))) {
        new JsonWriting(json).write(value, 0);
      } catch (CharacterCodingException e) {
        throw StrictUtf8.loneSurrogate();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    private void write(AttributeValue value, int depth) throws IOException {
      if (value.type() == null || value.type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
        throw ValidationErrors.of(
            "A value has no type, several, or one this SDK does not know. Set exactly one.");
      }
      json.writeStartObject();
      switch (value.type()) {
        case S -> json.writeStringField("S", value.s());
        case N -> json.writeStringField("N", Canonical.number(value.n()));
        case B -> json.writeStringField("B", base64(value.b()));
        case BOOL -> json.writeBooleanField("BOOL", value.bool());
        case NUL -> writeNull(value);
        case SS -> writeSet("SS", Canonical.strings(value.ss()));
        case NS -> writeSet("NS", Canonical.numbers(value.ns()));
        case BS ->
            writeSet(
                "BS", Canonical.binaries(value.bs()).stream().map(JsonWriting::base64).toList());
        case L -> writeList(value.l(), Json.deeper(depth));
        default -> writeMap(value.m(), Json.deeper(depth));
      }
      json.writeEndObject();
    }

    private void writeNull(AttributeValue value) throws IOException {
      if (!value.nul()) {
        throw ValidationErrors.of("A value says NULL: false. Only true has a meaning.");
      }
      json.writeBooleanField("NULL", true);
    }

    private void writeSet(String type, List<String> members) throws IOException {
      json.writeArrayFieldStart(type);
      for (String member : members) {
        json.writeString(member);
      }
      json.writeEndArray();
    }

    private void writeList(List<AttributeValue> elements, int depth) throws IOException {
      json.writeArrayFieldStart("L");
      for (AttributeValue element : elements) {
        write(element, depth);
      }
      json.writeEndArray();
    }

    private void writeMap(Map<String, AttributeValue> entries, int depth) throws IOException {
      TreeMap<String, AttributeValue> sorted = new TreeMap<>(Utf8::compare);
      sorted.putAll(entries);
      json.writeObjectFieldStart("M");
      for (Map.Entry<String, AttributeValue> entry : sorted.entrySet()) {
        json.writeFieldName(Canonical.name(entry.getKey()));
        write(entry.getValue(), depth);
      }
      json.writeEndObject();
    }

    private static String base64(SdkBytes bytes) {
      return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
    }
  }
}
