package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.spec.ChunkingTags.chunked;
import static dev.evenkeel.chunking.spec.ChunkingTags.compressed;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The guide's code on entities: its snippets are regions of this file. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class EntityGuideTest {
  private static Reply reply() {
    Reply reply = new Reply();
    reply.setId("DynamoDB#How do I?");
    reply.setAt("2026-11-21");
    reply.setMessage(EntityFixture.text(500_000));
    reply.setPicture(EntityFixture.noise(100_000));
    return reply;
  }

  @Test
  void roundTrip_ofTheGuide_works(LocalDynamoDb local, LocalS3 localS3) {
    try (EntityFixture fixture = new EntityFixture(local, localS3);
        S3AsyncClient s3Async = localS3.asyncClient();
        S3Client s3 = localS3.client()) {
      ChunkingSpec spec = sync(fixture.plain, s3, fixture.bucket, reply());
      async(fixture.plainAsync, s3Async, spec, reply());
    }
  }

  private static ChunkingSpec sync(
      DynamoDbClient dynamoDb, S3Client s3, String imagesBucket, Reply reply) {
    // [docs:sync]
    TableSchema<Reply> schema = TableSchema.fromBean(Reply.class);
    ChunkingSpec spec =
        ChunkingSpec.from("replies", schema) // refuses what does not go together
            .chunkTable("chunks")
            .bucket(BucketSpec.builder(imagesBucket).build())
            .intentTable("intents")
            .build();
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(dynamoDb).s3(s3).table(spec).build();
    DynamoDbTable<Reply> replies =
        DynamoDbEnhancedClient.builder().dynamoDbClient(client).build().table("replies", schema);

    replies.createTable(); // the other tables and the bucket are yours to create
    spec.verifyAgainst(dynamoDb, s3); // lists whatever is missing, or other than it should be
    replies.putItem(reply);
    Reply found = replies.getItem(reply);
    found.setMessage("short");
    Reply updated = replies.updateItem(found); // the picture is not uploaded again
    // [docs]
    assertThat(found.getPicture()).isEqualTo(reply.getPicture());
    assertThat(updated).usingRecursiveComparison().usingOverriddenEquals().isEqualTo(found);
    return spec;
  }

  private static void async(
      DynamoDbAsyncClient dynamoDb, S3AsyncClient s3, ChunkingSpec spec, Reply reply) {
    TableSchema<Reply> schema = TableSchema.fromBean(Reply.class);
    // [docs:async]
    ChunkingDynamoDbAsyncClient client =
        ChunkingDynamoDbAsyncClient.builder(dynamoDb).s3(s3).table(spec).build();
    DynamoDbAsyncTable<Reply> replies =
        DynamoDbEnhancedAsyncClient.builder()
            .dynamoDbClient(client)
            .build()
            .table("replies", schema);

    Reply found =
        spec.verifyAgainst(dynamoDb, s3)
            .thenCompose(verified -> replies.putItem(reply))
            .thenCompose(stored -> replies.getItem(reply))
            .join();
    // [docs]
    assertThat(found).usingRecursiveComparison().usingOverriddenEquals().isEqualTo(reply);
  }

  @Test
  void tags_ofTheGuide_areRead() {
    // [docs:tags]
    TableSchema<Reply> schema =
        StaticTableSchema.builder(Reply.class)
            .newItemSupplier(Reply::new)
            .addAttribute(
                String.class,
                id ->
                    id.name("id")
                        .getter(Reply::getId)
                        .setter(Reply::setId)
                        .tags(primaryPartitionKey()))
            .addAttribute(
                String.class,
                message ->
                    message
                        .name("message")
                        .getter(Reply::getMessage)
                        .setter(Reply::setMessage)
                        .tags(compressed(Codecs.zstd(9)), chunked(policy -> policy.moveFrom(4096))))
            .build();
    // [docs]
    ChunkingSpec spec =
        ChunkingSpec.from("replies", schema).chunkTable("chunks").intentTable("intents").build();
    assertThat(spec.attributes().get("message").outside()).isEqualTo(Outside.CHUNKS);
  }
}
