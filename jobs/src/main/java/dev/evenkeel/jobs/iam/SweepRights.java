package dev.evenkeel.jobs.iam;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.objects.spec.BucketSpec;
import java.util.ArrayList;
import java.util.List;

/** The rights of sweeps over large values. */
final class SweepRights {
  private SweepRights() {}

  static List<Statement> of(Configuration configuration, Account account) {
    List<String> parents = new ArrayList<>();
    List<String> chunks = new ArrayList<>();
    List<String> intents = new ArrayList<>();
    List<String> owning = new ArrayList<>();
    List<BucketSpec> buckets = new ArrayList<>();
    for (ChunkingSpec spec : configuration.chunking()) {
      parents.addAll(SeriesRights.readable(configuration, spec.tableName(), account));
      ChunkTableSpec chunkTable = spec.chunkTable();
      if (chunkTable != null) {
        chunks.addAll(SeriesRights.readable(configuration, chunkTable.tableName(), account));
      }
      IntentTableSpec intentTable = spec.intentTable();
      if (intentTable != null) {
        intents.add(account.table(intentTable.tableName()));
      }
      if (spec.bucket() != null) {
        buckets.add(spec.bucket());
        owning.add(account.table(spec.tableName()));
      }
    }
    List<Statement> all = new ArrayList<>();
    all.add(Statement.of("Items", List.of("dynamodb:Query"), parents));
    if (!owning.isEmpty()) {
      all.add(Statement.of("Owning", List.of("dynamodb:DescribeTable"), owning));
    }
    if (!chunks.isEmpty()) {
      all.add(
          Statement.of(
              "Chunks",
              List.of(
                  "dynamodb:BatchGetItem",
                  "dynamodb:BatchWriteItem",
                  "dynamodb:DescribeTable",
                  "dynamodb:Scan"),
              chunks));
    }
    all.add(
        Statement.of(
            "UnfinishedWrites",
            List.of(
                "dynamodb:DeleteItem",
                "dynamodb:DescribeTable",
                "dynamodb:PutItem",
                "dynamodb:Query",
                "dynamodb:UpdateItem"),
            intents));
    buckets(buckets, account, all);
    return all;
  }

  private static void buckets(List<BucketSpec> buckets, Account account, List<Statement> all) {
    if (buckets.isEmpty()) {
      return;
    }
    all.add(
        Statement.of(
            "Objects",
            List.of("s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject"),
            buckets.stream()
                .map(b -> account.bucket(b.bucket()) + "/" + b.prefix() + "*")
                .toList()));
    all.add(
        Statement.of(
            "Owners",
            List.of("s3:PutObject"),
            buckets.stream()
                .map(b -> account.bucket(b.bucket()) + "/" + b.prefix() + "v1/*/owner")
                .toList()));
    all.add(
        Statement.of(
            "Listings",
            List.of("s3:ListBucket", "s3:ListBucketMultipartUploads"),
            buckets.stream().map(bucket -> account.bucket(bucket.bucket())).toList()));
    all.addAll(
        KeyRights.of("ObjectKeys", KeyRights.WRITE_OBJECTS, "s3", KeyRights.of(buckets), account));
  }
}
