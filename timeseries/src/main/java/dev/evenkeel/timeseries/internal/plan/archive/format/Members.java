package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.CharBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object in a manifest. A missing or wrong one is a failure that names the
 * manifest and the member.
 */
final class Members {
  private final ArchiveObject manifest;
  private final String place;
  private final Map<String, @Nullable Object> members;

  private Members(ArchiveObject manifest, String place, Map<String, @Nullable Object> members) {
    this.manifest = manifest;
    this.place = place;
    this.members = members;
  }

  /**
   * Reads one object, which must be all there is.
   *
   * @param place where in the manifest it is, as the beginning of what is said about a member
   */
  static Members read(ArchiveObject manifest, String place, byte[] bytes, int start, int length) {
    try {
      CharBuffer text = new StrictUtf8().decode(bytes, start, length);
      try (JsonParser json =
          Json.FACTORY.createParser(text.array(), text.arrayOffset(), text.remaining())) {
        if (json.nextToken() == JsonToken.START_OBJECT) {
          Map<String, @Nullable Object> members = object(json);
          if (json.nextToken() == null) {
            return new Members(manifest, place, members);
          }
        }
      }
    } catch (IOException e) {
      // The parser's message quotes the text and is left out; see below.
    }
    throw manifest.damaged("cannot be read: %sit is no JSON object".formatted(place));
  }

  private static Map<String, @Nullable Object> object(JsonParser json) throws IOException {
    Map<String, @Nullable Object> members = new HashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (members.containsKey(name)) {
        throw new IOException("a member twice");
      }
      members.put(name, value(json));
    }
    return members;
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("no value");
    };
  }

  private static List<@Nullable Object> array(JsonParser json) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json));
    }
    return elements;
  }

  /** Whether it is not there, or is null. */
  boolean isNull(String name) {
    return members.get(name) == null;
  }

  String text(String name) {
    if (members.get(name) instanceof String text) {
      return text;
    }
    throw wrong(name, "is no text");
  }

  @Nullable String textOrNull(String name) {
    return isNull(name) ? null : text(name);
  }

  /** A whole number that is not negative. */
  long count(String name) {
    Object value = members.get(name);
    if (value instanceof Integer || value instanceof Long) {
      long count = ((Number) value).longValue();
      if (count >= 0) {
        return count;
      }
    }
    throw wrong(name, "is no count");
  }

  Instant time(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name, "is no time");
    }
  }

  Members object(String name) {
    return object(name, members.get(name));
  }

  List<Members> objects(String name) {
    if (members.get(name) instanceof List<?> elements) {
      return elements.stream().map(element -> object(name, element)).toList();
    }
    throw wrong(name, "is no list");
  }

  private Members object(String name, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> object)) {
      throw wrong(name, "is no object");
    }
    Map<String, @Nullable Object> inner = new HashMap<>();
    object.forEach((key, member) -> inner.put((String) key, member));
    return new Members(manifest, "%s%s.".formatted(place, name), inner);
  }

  /** The failure that says what is wrong with a member. */
  RuntimeException wrong(String name, String problem) {
    String problemFound = isNull(name) ? "is missing" : problem;
    return manifest.damaged(
        "cannot be read: %smember '%s' %s".formatted(place, name, problemFound));
  }
}
