package dev.evenkeel.examples.upload;

import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadSource;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items of JSON: one object a line, or one array of objects. Numbers keep their digits, strings are
 * S, objects M, arrays L. An object with the one member {@code Item} is of the layout of DynamoDB's
 * own exports, which spells out the types.
 */
final class JsonItems {
  private JsonItems() {}

  /** The items of a file; an array if its first character is a bracket. */
  static UploadSource of(Path file) throws IOException {
    return beginsWithBracket(file)
        ? new JsonArraySource(file, JsonItems::parse)
        : UploadSources.lines(file, JsonItems::parse);
  }

  private static boolean beginsWithBracket(Path file) throws IOException {
    if (file.toString().endsWith(".gz")) {
      return false;
    }
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int next = reader.read();
      while (next >= 0 && Character.isWhitespace(next)) {
        next = reader.read();
      }
      return next == '[';
    }
  }

  static Map<String, AttributeValue> parse(String json) {
    Map<String, AttributeValue> item = EnhancedDocument.fromJson(json).toMap();
    AttributeValue exported = item.get("Item");
    return item.size() == 1 && exported != null && exported.hasM()
        ? TypedJson.item(exported.m())
        : item;
  }
}
