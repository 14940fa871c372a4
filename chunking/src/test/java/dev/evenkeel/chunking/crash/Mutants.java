package dev.evenkeel.chunking.crash;

import static dev.evenkeel.chunking.crash.Edits.inTwo;
import static dev.evenkeel.chunking.crash.Edits.on;
import static dev.evenkeel.chunking.crash.Edits.skip;
import static dev.evenkeel.chunking.crash.Edits.swap;
import static dev.evenkeel.chunking.crash.Edits.table;
import static dev.evenkeel.chunking.crash.Edits.transact;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Each step of each protocol, left out or made at the wrong time. */
final class Mutants {
  private Mutants() {}

  /**
   * A mistake, and what brings it to light.
   *
   * @param protocol by its name
   * @param event beside which nothing need happen
   */
  record Mistake(String name, String protocol, Event event, Mutant writer, Mutant sweep) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Mistake writing(String name, String protocol, Event event, Mutant mutant) {
    return new Mistake(name, protocol, event, mutant, Mutant.NONE);
  }

  private static Mistake sweeping(String name, String protocol, Event event, Mutant mutant) {
    return new Mistake(name, protocol, event, Mutant.NONE, mutant);
  }

  static List<Mistake> all() {
    List<Mistake> all = new ArrayList<>(ofStaging());
    all.addAll(ofCommits());
    all.addAll(ofEnds());
    all.addAll(ofPlainWrites());
    all.addAll(ofManyItems());
    all.addAll(ofSweeps());
    return all;
  }

  private static List<Mistake> ofStaging() {
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
            on(Edits::isStaging, Mutants::withoutOne)));
  }

  private static List<Mistake> ofCommits() {
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
            on(Edits::isCommit, Mutants::removingFirst)),
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

  private static List<Mistake> ofEnds() {
    return List.of(
        writing("rolled back when the answer is lost", "put new", Event.LOST_AFTER, rollingBack()),
        writing(
            "given up without a condition",
            "put new",
            Event.LOST_AFTER,
            on(Edits::isGivingUp, Edits::unconditional)),
        writing(
            "taken back, and nothing removed",
            "put whose condition fails",
            Event.NOTHING,
            skip(Edits::isRemoval)),
        writing(
            "taken back, the intent first",
            "put whose condition fails",
            Event.DIES_AFTER,
            swap(Edits::isRemoval, Edits::isForgetting)),
        writing(
            "given up by a sweep, and nothing removed",
            "put new",
            Event.PAUSED,
            skip(Edits::isRemoval)));
  }

  private static List<Mistake> ofPlainWrites() {
    return List.of(
        writing(
            "replaced by a small value without an intent",
            "set small over chunks",
            Event.DIES_AFTER,
            skip(Edits::isOpening)),
        writing(
            "removed without an intent",
            "remove chunks and S3",
            Event.DIES_AFTER,
            skip(Edits::isOpening)),
        writing(
            "a small value over whatever is there",
            "set small over chunks",
            Event.REPLACED,
            on(Edits::isPlainWrite, Edits::unconditional)),
        writing(
            "what a put replaced not noted",
            "put small over chunks",
            Event.NOTHING,
            skip(Edits::isNote)),
        writing(
            "what a delete left not noted", "delete chunks", Event.NOTHING, skip(Edits::isNote)));
  }

  private static List<Mistake> ofManyItems() {
    String batch = "batch of puts and deletes";
    String staging = "transaction that stages";
    return List.of(
        writing(
            "what a batch replaces not noted before",
            batch,
            Event.DIES_AFTER,
            skip(Edits::isOpening)),
        writing(
            "a transaction whether or not its intent is open",
            staging,
            Event.PAUSED,
            commit(
                one -> table(one).equals(CrashFixture.INTENTS) ? Edits.unconditional(one) : one)),
        writing(
            "a transaction over whatever is there",
            staging,
            Event.REPLACED,
            commit(one -> table(one).equals(CrashFixture.DOCS) ? Edits.unconditional(one) : one)),
        writing(
            "a transaction's intent ended by itself",
            staging,
            Event.DIES_AFTER,
            on(Edits::isCommit, request -> inTwo(request, CrashFixture.DOCS))),
        writing(
            "what a transaction replaces not noted",
            "transaction that stages nothing",
            Event.NOTHING,
            skip(Edits::isNote)));
  }

  private static List<Mistake> ofSweeps() {
    return List.of(
        sweeping(
            "a sweep that does not give up first",
            "put new",
            Event.PAUSED,
            skip(Edits::isGivingUp)),
        sweeping(
            "a sweep that does not look",
            "set small over chunks",
            Event.DIES_AFTER,
            skip(Edits::isLook)),
        sweeping(
            "a sweep that removes nothing", "put new", Event.DIES_AFTER, skip(Edits::isRemoval)),
        sweeping(
            "a sweep that forgets nothing",
            "put new",
            Event.DIES_AFTER,
            skip(Edits::isForgetting)));
  }

  private interface Each {
    @Nullable TransactWriteItem of(TransactWriteItem action);
  }

  private static Mutant commit(Each each) {
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

  private static Mutant rollingBack() {
    return () ->
        new Mutant.Edit() {
          private final List<Intent> noted = new ArrayList<>();

          @Override
          public <A> Flow<A> rewrite(Request<A> request) {
            if (request instanceof TableCall<?> call && Edits.isOpening(call.request())) {
              noted.add(Edits.intent(call.request()));
            }
            return request instanceof TableCall<?> call && Edits.isCommit(call.request())
                ? Flow.ask(request).recover(this::rolledBack)
                : Flow.ask(request);
          }

          private <A> Flow<A> rolledBack(Throwable failure) {
            List<Flow<Done>> removals = new ArrayList<>();
            for (Intent intent : noted) {
              intent
                  .changes()
                  .forEach(change -> removals.add(Edits.remove(change, change.staged())));
            }
            return Flow.awaitAll(removals).then(done -> Flow.failed(failure));
          }
        };
  }
}
