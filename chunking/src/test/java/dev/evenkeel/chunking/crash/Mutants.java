package dev.evenkeel.chunking.crash;

import static dev.evenkeel.chunking.crash.CommitMutants.commit;
import static dev.evenkeel.chunking.crash.Edits.inTwo;
import static dev.evenkeel.chunking.crash.Edits.on;
import static dev.evenkeel.chunking.crash.Edits.skip;
import static dev.evenkeel.chunking.crash.Edits.swap;
import static dev.evenkeel.chunking.crash.Edits.table;
import static dev.evenkeel.chunking.crash.Mistake.sweeping;
import static dev.evenkeel.chunking.crash.Mistake.writing;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.List;

/** Each step of each protocol, left out or made at the wrong time. */
final class Mutants {
  private Mutants() {}

  static List<Mistake> all() {
    List<Mistake> all = new ArrayList<>(CommitMutants.ofStaging());
    all.addAll(CommitMutants.ofCommits());
    all.addAll(ofEnds());
    all.addAll(ofPlainWrites());
    all.addAll(ofManyItems());
    all.addAll(ofSweeps());
    return all;
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
