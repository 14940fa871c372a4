package dev.evenkeel.chunking.crash;

import static dev.evenkeel.chunking.crash.Edits.inTwo;
import static dev.evenkeel.chunking.crash.Edits.on;
import static dev.evenkeel.chunking.crash.Edits.swap;
import static dev.evenkeel.chunking.crash.Edits.table;
import static dev.evenkeel.chunking.crash.Edits.transact;
import static dev.evenkeel.chunking.crash.Mistake.writing;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The steps up to the commit and with it, left out or made at the wrong time. */
final class CommitMutants {
  private CommitMutants() {}

  static List<Mistake> ofStaging() {
    return List.of(
        writing("staged without an intent", "put new", Event.DIES_AFTER, unguarded()),
        writing(
            "staged before the intent is noted",
            "put new",
            Event.DIES_AFTER,
            swap(Edits::isOpening, Edits::isStaging)),
        writing(
            "staged after the commit",
            "put new",
            Event.DIES_AFTER,
            swap(Edits::isStaging, Edits::isCommit)),
        writing(
            "a failure of staging overlooked",
            "put new",
            Event.LOST_BEFORE,
            on(
                Edits::isStaging,
                request ->
                    Edits.sent(request)
                        .recover(failure -> Flow.of(BatchWriteItemResponse.builder().build())))),
        writing(
            "a chunk forgotten",
            "put new",
            Event.NOTHING,
            on(Edits::isStaging, CommitMutants::withoutOne)));
  }

  static List<Mistake> ofCommits() {
    return List.of(
        writing(
            "committed whether or not the intent is open",
            "put new",
            Event.PAUSED,
            commit(
                one -> table(one).equals(CrashFixture.INTENTS) ? Edits.unconditional(one) : one)),
        writing(
            "committed over whatever is there",
            "put chunks over chunks",
            Event.REPLACED,
            commit(one -> table(one).equals(CrashFixture.DOCS) ? Edits.unconditional(one) : one)),
        writing(
            "an update committed over whatever is there",
            "set over chunks",
            Event.REPLACED,
            commit(one -> table(one).equals(CrashFixture.DOCS) ? Edits.unconditional(one) : one)),
        writing(
            "the item written, then the intent ended",
            "put chunks over chunks",
            Event.DIES_AFTER,
            on(Edits::isCommit, request -> inTwo(request, CrashFixture.DOCS))),
        writing(
            "the intent ended, then the item written",
            "put chunks over chunks",
            Event.DIES_AFTER,
            on(Edits::isCommit, request -> inTwo(request, CrashFixture.INTENTS))),
        writing(
            "the intent not ended",
            "put chunks over chunks",
            Event.NOTHING,
            commit(one -> table(one).equals(CrashFixture.INTENTS) ? null : one)),
        writing(
            "what is replaced not named",
            "put chunks over chunks",
            Event.NOTHING,
            commit(one -> table(one).equals(CrashFixture.INTENTS) ? deleted(one) : one)),
        writing(
            "the old value removed before the commit",
            "put chunks over chunks",
            Event.DIES_BEFORE,
            on(Edits::isCommit, CommitMutants::removingFirst)),
        writing(
            "chunks after the item, one transaction",
            "put new, one transaction",
            Event.DIES_AFTER,
            on(Edits::isCommit, request -> inTwo(request, CrashFixture.DOCS))),
        writing(
            "what is replaced not named, one transaction",
            "put over chunks, one transaction",
            Event.NOTHING,
            commit(one -> table(one).equals(CrashFixture.INTENTS) ? null : one)),
        writing(
            "over whatever is there, one transaction",
            "put over chunks, one transaction",
            Event.REPLACED,
            commit(one -> table(one).equals(CrashFixture.DOCS) ? Edits.unconditional(one) : one)));
  }

  interface Each {
    @Nullable TransactWriteItem of(TransactWriteItem action);
  }

  static Mutant commit(Each each) {
    return on(Edits::isCommit, request -> transact(request, each::of));
  }

  private static TransactWriteItem deleted(TransactWriteItem end) {
    return TransactWriteItem.builder()
        .delete(delete -> delete.tableName(table(end)).key(end.update().key()))
        .build();
  }

  /** Nothing is noted, and nothing asked of what is. */
  private static Mutant unguarded() {
    return on(
        request -> Edits.isOpening(request) || Edits.isCommit(request),
        request ->
            Edits.isOpening(request)
                ? Flow.of(
                    software.amazon.awssdk.services.dynamodb.model.PutItemResponse.builder()
                        .build())
                : transact(request, one -> table(one).equals(CrashFixture.INTENTS) ? null : one));
  }

  private static Flow<?> withoutOne(DynamoDbRequest request) {
    BatchWriteItemRequest batch = (BatchWriteItemRequest) request;
    List<WriteRequest> writes = batch.requestItems().get(CrashFixture.CHUNKS);
    return Edits.sent(
        batch.toBuilder()
            .requestItems(Map.of(CrashFixture.CHUNKS, writes.subList(1, writes.size())))
            .build());
  }

  private static Flow<?> removingFirst(DynamoDbRequest commit) {
    List<Flow<Done>> removals = new ArrayList<>();
    Edits.replaced(commit).forEach(change -> removals.add(Edits.remove(change, change.replaced())));
    return Flow.awaitAll(removals).then(done -> Edits.sent(commit));
  }
}
