package dev.evenkeel.examples.pages;

import dev.evenkeel.chunking.ChildCollection;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.StreamCleaner;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.work.SharedPass;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The code of {@code docs/chunking.md}. */
final class ChunkingPage {
  private ChunkingPage() {}

  static ChunkingDynamoDbClient client(DynamoDbClient dynamoDb) {
    // [docs:client]
    ChunkingSpec replies =
        ChunkingSpec.builder("Reply")
            .partitionKey("Id")
            .sortKey("ReplyDateTime")
            .attribute("Message", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
            .chunkTable("ReplyChunks")
            .intentTable("EvenkeelIntents")
            .build();
    ChunkingDynamoDbClient client = ChunkingDynamoDbClient.builder(dynamoDb).table(replies).build();
    // [docs]
    return client;
  }

  static SweepReport sweep(DynamoDbClient dynamoDb, ChunkingSpec replies) {
    // [docs:sweep]
    OrphanSweeper sweeper = OrphanSweeper.builder(dynamoDb).table(replies).dryRun(false).build();
    SweepReport report = sweeper.sweep();
    // [docs]
    return report;
  }

  static void deepSweep(OrphanSweeper sweeper) {
    // [docs:deep]
    String cursor = null;
    do {
      cursor = sweeper.deepSweep(cursor).nextCursor();
    } while (cursor != null);
    // [docs]
  }

  static SharedSweepReport share(OrphanSweeper sweeper) {
    // [docs:share]
    SharedPass pass = SharedPass.of("evenkeel-control", "deep-2026-48").unitsPerSecond(500.0);
    SharedSweepReport report = sweeper.shareDeepSweep(pass); // in each of any number of processes
    // [docs]
    return report;
  }

  static void clean(StreamCleaner cleaner, Record record) {
    // [docs:clean]
    cleaner.clean("Reply", record); // of the SDK's streams client, or its two images
    // [docs]
  }

  static ChildPage children(DynamoDbClient dynamoDb, Map<String, AttributeValue> keyOfTheThread) {
    // [docs:children]
    ParentSet before =
        ParentSet.of(
            "Thread",
            KeySchema.of(KeyAttribute.ofString("ForumName"), KeyAttribute.ofString("Subject")),
            "Tags"); // only where there was a set
    ChildCollectionSpec spec =
        ChildCollectionSpec.builder("ThreadTags")
            .parentKey("Thread")
            .element("Tag")
            .parentSet(before)
            .build();
    ChildCollection tags = ChildCollection.of(dynamoDb, spec);
    AttributeValue thread = before.parentOf(keyOfTheThread); // Amazon DynamoDB#DynamoDB Thread 1
    if (tags.add(thread, AttributeValue.fromS("scan"))) {
      System.out.println("it is new");
    }
    ChildQuery some = ChildQuery.ALL.beginningWith(AttributeValue.fromS("s")).limit(20);
    ChildPage page = tags.page(thread, some);
    // [docs]
    return page;
  }
}
