package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The facts on an archive that a native manifest does not have and that Evenkeel writes into its
 * summary.
 *
 * @param backEnd how it was made
 * @param tableName of the period table
 * @param series the logical table
 * @param period the period of the items
 * @param keySchema of the period table, with the types of its keys
 * @param content the digest of all items; null if an export was made without one
 */
public record ArchiveOrigin(
    ArchiveMethod backEnd,
    String tableName,
    String series,
    TimeSpan period,
    KeySchema keySchema,
    @Nullable ContentDigest content) {

  private static final int VERSION = 1;

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", VERSION);
    json.writeStringField("backEnd", backEnd.name());
    json.writeStringField("tableName", tableName);
    json.writeStringField("series", series);
    json.writeStringField("from", period.start().toString());
    json.writeStringField("until", period.end().toString());
    json.writeArrayFieldStart("keySchema");
    writeKeys(json, keySchema.partition(), KeyType.HASH);
    writeKeys(json, keySchema.sort(), KeyType.RANGE);
    json.writeEndArray();
    if (content != null) {
      json.writeStringField("content", content.text());
    }
    json.writeEndObject();
  }

  private static void writeKeys(JsonGenerator json, List<KeyAttribute> keys, KeyType type)
      throws IOException {
    for (KeyAttribute key : keys) {
      json.writeStartObject();
      json.writeStringField("attributeName", key.name());
      json.writeStringField("attributeType", key.type().name());
      json.writeStringField("keyType", type.name());
      json.writeEndObject();
    }
  }

  static ArchiveOrigin read(Members members) {
    if (members.count("format") != VERSION) {
      throw members.wrong("format", "is not %d; a newer Evenkeel wrote it".formatted(VERSION));
    }
    return new ArchiveOrigin(
        readBackEnd(members),
        members.text("tableName"),
        members.text("series"),
        readPeriod(members),
        readKeySchema(members),
        members.isNull("content") ? null : readContent(members));
  }

  private static ArchiveMethod readBackEnd(Members members) {
    return switch (members.text("backEnd")) {
      case "SCAN" -> ArchiveMethod.SCAN;
      case "EXPORT" -> ArchiveMethod.EXPORT;
      default -> throw members.wrong("backEnd", "is none that is known");
    };
  }

  private static TimeSpan readPeriod(Members members) {
    try {
      return new TimeSpan(members.time("from"), members.time("until"));
    } catch (IllegalArgumentException e) {
      throw members.wrong("until", "is not after 'from'");
    }
  }

  private static KeySchema readKeySchema(Members members) {
    List<KeyAttribute> partition = new ArrayList<>();
    List<KeyAttribute> sort = new ArrayList<>();
    try {
      for (Members key : members.objects("keySchema")) {
        List<KeyAttribute> half =
            switch (key.text("keyType")) {
              case "HASH" -> partition;
              case "RANGE" -> sort;
              default -> throw key.wrong("keyType", "is neither HASH nor RANGE");
            };
        half.add(
            new KeyAttribute(
                key.text("attributeName"),
                ScalarAttributeType.fromValue(key.text("attributeType"))));
      }
      return new KeySchema(partition, sort);
    } catch (IllegalArgumentException e) {
      throw members.wrong("keySchema", "is no key schema: " + e.getMessage());
    }
  }

  private static ContentDigest readContent(Members members) {
    try {
      return ContentDigest.parse(members.text("content"));
    } catch (IllegalArgumentException e) {
      throw members.wrong("content", "cannot be read: " + e.getMessage());
    }
  }
}
