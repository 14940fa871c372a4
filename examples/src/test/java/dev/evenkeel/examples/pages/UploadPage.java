package dev.evenkeel.examples.pages;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.FileCheckpoints;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import java.nio.file.Path;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/upload.md}. */
final class UploadPage {
  private UploadPage() {}

  static UploadReport upload(DynamoDbClient client) {
    // [docs:upload]
    KeySchema key = KeySchema.of(KeyAttribute.ofNumber("year"), KeyAttribute.ofString("title"));
    UploadReport report =
        DistributedUpload.builder(client) // plain, or a sharding client
            .table("movies", key)
            .source(
                UploadSources.lines(
                    Path.of("movies.jsonl"), line -> EnhancedDocument.fromJson(line).toMap()))
            .checkpoints(FileCheckpoints.at(Path.of("movies.upload")))
            .unitsPerSecond(800) // optional
            .rejectedMax(100) // 0 by default: the first bad record stops
            .build()
            .run();
    // [docs]
    return report;
  }
}
