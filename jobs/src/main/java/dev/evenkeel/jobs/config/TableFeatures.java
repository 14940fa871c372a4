package dev.evenkeel.jobs.config;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** The settings of a template beside keys, indexes and capacity. */
final class TableFeatures {
  private TableFeatures() {}

  static void read(Section template, CreateTableRequest.Builder request) {
    template.text("tableClass", request::tableClass);
    if (template.has("deletionProtection")) {
      request.deletionProtectionEnabled(template.isTrue("deletionProtection"));
    }
    template.text("stream", view -> request.streamSpecification(stream(view)));
    template.text("kmsKeyId", key -> request.sseSpecification(encryption(key)));
    if (template.has("tags")) {
      request.tags(tags(template));
    }
    Section warm = template.child("warmThroughput");
    if (warm != null) {
      request.warmThroughput(warm(warm));
    }
    Section onDemand = template.child("onDemandThroughput");
    if (onDemand != null) {
      request.onDemandThroughput(onDemand(onDemand));
    }
  }

  private static StreamSpecification stream(String view) {
    return StreamSpecification.builder().streamEnabled(true).streamViewType(view).build();
  }

  private static SSESpecification encryption(String key) {
    return SSESpecification.builder()
        .enabled(true)
        .sseType(SSEType.KMS)
        .kmsMasterKeyId(key)
        .build();
  }

  private static List<Tag> tags(Section template) {
    return template.entries("tags").entrySet().stream()
        .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
        .toList();
  }

  private static WarmThroughput warm(Section units) {
    return WarmThroughput.builder()
        .readUnitsPerSecond(units.number("readUnitsPerSecond"))
        .writeUnitsPerSecond(units.number("writeUnitsPerSecond"))
        .build();
  }

  private static OnDemandThroughput onDemand(Section units) {
    OnDemandThroughput.Builder made = OnDemandThroughput.builder();
    if (units.has("maxReadRequestUnits")) {
      made.maxReadRequestUnits(units.number("maxReadRequestUnits"));
    }
    if (units.has("maxWriteRequestUnits")) {
      made.maxWriteRequestUnits(units.number("maxWriteRequestUnits"));
    }
    return made.build();
  }
}
