package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Asks for the description of a table and for some of its items, and holds a spec against them. */
final class TableVerification {
  private TableVerification() {}

  static void of(ShardingSpec spec, DynamoDbClient client) {
    var unused =
        SyncRunner.create()
            .run(flow(spec), Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  static CompletableFuture<Void> of(ShardingSpec spec, DynamoDbAsyncClient client) {
    CompletableFuture<Done> run =
        AsyncRunner.create()
            .run(flow(spec), Sender.async(client, Sender.nothingElse()), Deadline.NONE);
    CompletableFuture<Void> verified = run.thenAccept(done -> {});
    // Cancelling what depends on a run does not reach the run by itself.
    var unused = verified.whenComplete((done, failure) -> run.cancel(true));
    return verified;
  }

  private static Flow<Done> flow(ShardingSpec spec) {
    return TableCall.describe(spec.tableName())
        .map(described -> TableMismatches.of(spec, described.table()))
        .then(found -> required(spec, found))
        .then(done -> saysWhereItemsAre(spec) ? sampled(spec) : Flow.done());
  }

  /**
   * Whether the spec determines where items are: not for plain tables, nor where a layout record
   * does.
   */
  private static boolean saysWhereItemsAre(ShardingSpec spec) {
    return spec.shardCounts().max() > 1 && spec.layoutSource() == null;
  }

  private static Flow<Done> sampled(ShardingSpec spec) {
    return Flow.failFast(SampledItems.requests(spec).stream().map(TableCall::scan).toList())
        .then(
            pages -> {
              SampledItems items = new SampledItems(spec);
              pages.stream().map(ScanResponse::items).forEach(page -> page.forEach(items::add));
              return required(spec, items.mismatches());
            });
  }

  private static Flow<Done> required(ShardingSpec spec, List<String> mismatches) {
    return mismatches.isEmpty()
        ? Flow.done()
        : Flow.failed(new SpecMismatchException(spec.tableName(), mismatches));
  }
}
