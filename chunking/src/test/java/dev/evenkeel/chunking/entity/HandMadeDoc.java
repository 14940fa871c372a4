package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.spec.ChunkingTags.chunked;
import static dev.evenkeel.chunking.spec.ChunkingTags.compressed;
import static dev.evenkeel.chunking.spec.ChunkingTags.offloaded;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;

import dev.evenkeel.chunking.spec.Codecs;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;

/** A class without annotations, whose schema is made by hand. */
final class HandMadeDoc {
  static final TableSchema<HandMadeDoc> SCHEMA =
      StaticTableSchema.builder(HandMadeDoc.class)
          .newItemSupplier(HandMadeDoc::new)
          .addAttribute(
              String.class,
              a ->
                  a.name("id")
                      .getter(doc -> doc.id)
                      .setter((doc, id) -> doc.id = id)
                      .tags(primaryPartitionKey()))
          .addAttribute(
              String.class,
              a ->
                  a.name("text")
                      .getter(doc -> doc.text)
                      .setter((doc, text) -> doc.text = text)
                      .tags(compressed(Codecs.gzip()), chunked()))
          .addAttribute(
              SdkBytes.class,
              a ->
                  a.name("image")
                      .getter(doc -> doc.image)
                      .setter((doc, image) -> doc.image = image)
                      .tags(offloaded()))
          .build();

  String id = "";
  @Nullable String text;
  @Nullable SdkBytes image;
}
