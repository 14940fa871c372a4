package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Reads the tables and the bucket of a spec, all at once, and compares the spec with them. */
final class SpecVerification {
  private final ChunkingSpec spec;

  private SpecVerification(ChunkingSpec spec) {
    this.spec = spec;
  }

  static void of(ChunkingSpec spec, DynamoDbClient client, @Nullable S3Client s3) {
    Flow<Done> flow = new SpecVerification(spec).flow(s3 != null);
    var unused =
        SyncRunner.create()
            .run(
                flow,
                Sender.sync(client, s3 == null ? Sender.nothingElse() : ObjectCalls.sync(s3)),
                Deadline.NONE);
  }

  static CompletableFuture<Void> of(
      ChunkingSpec spec, DynamoDbAsyncClient client, @Nullable S3AsyncClient s3) {
    Flow<Done> flow = new SpecVerification(spec).flow(s3 != null);
    CompletableFuture<Done> run =
        AsyncRunner.create()
            .run(
                flow,
                Sender.async(client, s3 == null ? Sender.nothingElse() : ObjectCalls.async(s3)),
                Deadline.NONE);
    CompletableFuture<Void> verified = run.thenAccept(done -> {});
    // Cancelling what depends on a run does not reach the run by itself.
    var unused = verified.whenComplete((done, failure) -> run.cancel(true));
    return verified;
  }

  private Flow<Done> flow(boolean withBucket) {
    List<Flow<List<String>>> checks = new ArrayList<>();
    checks.add(described(spec.tableName(), table -> TableMismatches.of(spec, table)));
    checks.add(timeToLive());
    ChunkTableSpec chunks = spec.chunkTable();
    if (chunks != null) {
      checks.add(described(chunks.tableName(), table -> StoreMismatches.of(chunks, table)));
    }
    IntentTableSpec intents = spec.intentTable();
    if (intents != null) {
      checks.add(described(intents.tableName(), table -> StoreMismatches.of(intents, table)));
    }
    BucketSpec bucket = spec.bucket();
    if (withBucket && bucket != null) {
      checks.add(bucket(bucket));
    }
    return Flow.failFast(checks).then(this::require);
  }

  private static Flow<List<String>> described(
      String tableName, Function<TableDescription, List<String>> compare) {
    return TableCall.describe(tableName)
        .map(described -> compare.apply(described.table()))
        .recover(
            ResourceNotFoundException.class,
            failure -> Flow.of(List.of("table '%s' does not exist".formatted(tableName))));
  }

  private Flow<List<String>> timeToLive() {
    return TableCall.describeTimeToLive(spec.tableName())
        .map(described -> TableMismatches.ofTimeToLive(spec, described.timeToLiveDescription()))
        // The description of the table reports that it is missing.
        .recover(ResourceNotFoundException.class, failure -> Flow.of(List.of()));
  }

  /** S3 checks the owner of the spec with any request; a listing needs no object to be there. */
  private static Flow<List<String>> bucket(BucketSpec bucket) {
    return ObjectFlows.of(bucket)
        .list("", null)
        .map(page -> List.<String>of())
        .recover(
            failure ->
                ObjectStoreException.is(failure, Reason.BUCKET_MISSING)
                    || ObjectStoreException.is(failure, Reason.ACCESS_DENIED),
            failure -> Flow.of(List.of(String.valueOf(failure.getMessage()))));
  }

  private Flow<Done> require(List<List<String>> found) {
    List<String> mismatches = found.stream().flatMap(Collection::stream).toList();
    return mismatches.isEmpty()
        ? Flow.done()
        : Flow.failed(new SpecMismatchException(spec.tableName(), mismatches));
  }
}
