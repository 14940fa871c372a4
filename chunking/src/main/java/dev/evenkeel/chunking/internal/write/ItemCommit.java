package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.Staging.UnchangedValues;
import dev.evenkeel.chunking.internal.write.Transaction.RequestOptions;
import dev.evenkeel.chunking.internal.write.Transaction.Staged;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Cancellations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Makes one write of one item visible, together with what it has outside:
 *
 * <ol>
 *   <li>read the item, to know what it has outside now;
 *   <li>note an intent, and write the values under unique names;
 *   <li>write the item and end the intent, in one transaction, on condition that the item has
 *       outside what was read and that the intent is open still;
 *   <li>if the item has something else outside by then, begin again, with what was staged.
 * </ol>
 *
 * <p>So a value becomes visible only when all of it is stored, and only replaced values are deleted
 * later. The intent is ended once, by the writer or by a sweep, and that decides whether the write
 * happens.
 */
public final class ItemCommit {
  /** With eight writers of one item the last is through after eight; the rest is for bad luck. */
  public static final int ATTEMPTS_MAX = 50;

  private final ItemWrite write;
  private final @Nullable PlainWrite plainWrite;
  private final ChunkedTable table;
  private final TableStores stores;
  private final boolean wholeBefore;
  private final RequestOptions options;

  /** Whether an attempt of before the last may have been made, although it failed. */
  private boolean mayBeMadeEarlier;

  /**
   * @param plainWrite sends it if nothing has to be staged; null if all is staged already
   * @param wholeBefore whether the whole item is read before the write, because the answer is made
   *     of it, or its markers alone
   */
  public ItemCommit(
      ItemWrite write,
      @Nullable PlainWrite plainWrite,
      boolean wholeBefore,
      RequestOptions options) {
    this.write = write;
    this.plainWrite = plainWrite;
    this.table = write.table();
    this.stores = write.stores();
    this.wholeBefore = wholeBefore;
    this.options = options;
  }

  /**
   * A write that is visible.
   *
   * @param before the item just before, as far as it was read
   * @param markers where the values of the write are that are outside
   * @param answer the answer to the last request; null if it was lost
   */
  public record Committed(
      ItemSnapshot before, Map<String, Marker> markers, @Nullable DynamoDbResponse answer) {}

  /** Sends a write that needs no transaction, since it stages nothing. */
  public interface PlainWrite {
    Flow<DynamoDbResponse> send(Map<String, Marker> markers, ItemSnapshot snapshot);
  }

  /** Makes the write. */
  public Flow<Committed> run() {
    return attempt(null, 0);
  }

  /**
   * Repeats a write that has nothing to stage, and that was sent without reading the item, on
   * condition that the item has nothing outside. If the item has something outside, the failure
   * holds its markers.
   */
  public Flow<Committed> runAgain(Throwable failure) {
    return failure instanceof ConditionalCheckFailedException failed
            && Failures.isOfLock(failure, new ItemSnapshot(table, Map.of()), write.overwrites())
        ? new Attempt(new ItemSnapshot(table, failed.item()), 0).sendAlone(Map.of())
        : Flow.failed(failure);
  }

  /** Makes a write whose values are all staged, under an open intent. */
  public Flow<Committed> runStaged(Staged staged) {
    return attempt(staged, 0);
  }

  /**
   * Whether it failed since its item would be too large, and no attempt of it can have been made.
   */
  public boolean hadNoRoom(Throwable failure) {
    return Failures.isOfItemSize(failure) && !mayBeMadeEarlier;
  }

  private Flow<Committed> attempt(@Nullable Staged staged, int attempts) {
    if (attempts == ATTEMPTS_MAX) {
      return Staged.takeBack(staged)
          .then(done -> Flow.failed(Failures.contended(table.name(), attempts)));
    }
    Flow<ItemSnapshot> read =
        wholeBefore ? ItemSnapshot.readWhole(write) : ItemSnapshot.readMarkers(write);
    return (attempts == 0 ? read : Flow.ask(Retries.pause(Math.min(attempts - 1, 3))).then(read))
        .then(snapshot -> new Attempt(snapshot, attempts).run(staged));
  }

  /** One attempt, which rests upon what was read of the item. */
  private final class Attempt {
    private final ItemSnapshot snapshot;
    private final int earlier;

    /**
     * Whether the transaction may be made already, although an answer says that it was cancelled.
     */
    private boolean mayBeMade;

    /**
     * @param earlier how many attempts there were before
     */
    Attempt(ItemSnapshot snapshot, int earlier) {
      this.snapshot = snapshot;
      this.earlier = earlier;
    }

    Flow<Committed> run(@Nullable Staged staged) {
      return staged != null && staged.isOf(Map.of(write, snapshot))
          ? commit(staged)
          : Staged.takeBack(staged)
              .then(done -> UnchangedValues.of(write, snapshot))
              .then(this::begin);
    }

    private Flow<Committed> begin(UnchangedValues unchanged) {
      List<Staging.Upload> uploads = new ArrayList<>();
      Map<String, Marker> markers = Staging.markers(unchanged, uploads);
      if (uploads.isEmpty()) {
        return sendAlone(markers);
      }
      Map<ItemWrite, StagedValues> values =
          Map.of(write, new StagedValues(markers, Staging.brought(uploads)));
      Transaction whole = Transaction.whole(write, snapshot, markers, uploads);
      if (whole != null) {
        return send(whole, new Staged(values, Map.of()));
      }
      Intent intent = Staging.intent(stores, uploads.stream().map(Staging.Upload::change).toList());
      return Staging.stage(intent, uploads, stores)
          .then(done -> commit(new Staged(values, Map.of(stores, intent))));
    }

    private Flow<Committed> commit(Staged staged) {
      return Flow.defer(() -> Flow.of(Transaction.staged(write, snapshot, staged)))
          .recover(
              RefusedOperationException.class,
              refused -> Staged.takeBack(staged).then(Flow.failed(refused)))
          .then(transaction -> send(transaction, staged));
    }

    /**
     * The same once more where a throttle was in the way, or where it may be made already. Else a
     * conflict says that somebody changes the item, which is read anew then.
     */
    private boolean isRepeated(Throwable failure) {
      mayBeMade |= !Failures.isSentOnce(failure);
      return Cancellations.areThrottles(failure) || (mayBeMade && Cancellations.pass(failure));
    }

    private Flow<Committed> send(Transaction transaction, Staged staged) {
      mayBeMade = staged.intents().isEmpty(); // its token alone tells of it then
      return Transaction.sent(
              transaction.request(options, stores.environment().freshId()), this::isRepeated)
          .map(answer -> new Committed(snapshot, staged.markers(write), answer))
          .recover(failure -> failed(transaction, staged, failure));
    }

    private Flow<Committed> failed(Transaction transaction, Staged staged, Throwable failure) {
      Committed unanswered = new Committed(snapshot, staged.markers(write), null);
      if (Failures.isAmbiguous(failure)) {
        return staged.resolve(unanswered, failure);
      }
      Throwable cause = transaction.asOneWrite(failure);
      if (ChunkingException.is(cause, Reason.WRITE_ABANDONED)) {
        return staged.givenUp(unanswered, staged.remove(), cause);
      }
      if (mayBeMade && Cancellations.pass(failure)) {
        return staged
            .resolve(unanswered, cause)
            .recover(unmade -> Staged.takeBack(staged).then(Flow.failed(cause)));
      }
      return cause instanceof TransactionConflictException || isOfLock(cause) || isOfInputs(cause)
          ? attempt(staged.intents().isEmpty() ? null : staged, earlier + 1)
          : Staged.takeBack(staged).then(done -> Flow.failed(cause));
    }

    private boolean isOfLock(Throwable failure) {
      return Failures.isOfLock(failure, snapshot, write.overwrites());
    }

    /** Whether the item has other values than those that the answer would be computed from. */
    private boolean isOfInputs(Throwable failure) {
      return failure instanceof ConditionalCheckFailedException failed
          && !snapshot.hasSame(failed.item(), write.answersFrom());
    }

    /** Sends one plain request, with its exact return values, if no value is to be staged. */
    Flow<Committed> sendAlone(Map<String, Marker> markers) {
      PlainWrite plain = requireNonNull(plainWrite, "all of it is staged already");
      return Staging.noted(Staging.replaced(Map.of(write, snapshot), all -> markers))
          .then(
              notes ->
                  Flow.defer(() -> plain.send(markers, snapshot))
                      .then(
                          answer ->
                              Staging.each(notes, Cleanup::replaced)
                                  .map(done -> new Committed(snapshot, markers, answer)))
                      .recover(failure -> failedAlone(notes, failure)));
    }

    /**
     * Only if a condition failed and the item has what it had before, or if the item would be too
     * large, surely nothing was replaced. Of any other failure, even one that says so, it may be
     * that the SDK had sent the request before and the write was made then. So the intent stays,
     * and a sweep looks.
     */
    private Flow<Committed> failedAlone(Map<TableStores, Intent> notes, Throwable failure) {
      if (isOfLock(failure)) {
        mayBeMadeEarlier |= !Failures.isSentOnce(failure);
        return attempt(null, earlier + 1); // the intent stays
      }
      return failure instanceof ConditionalCheckFailedException || Failures.isOfItemSize(failure)
          ? Staging.each(notes, Cleanup::forgotten).then(Flow.failed(failure))
          : Flow.failed(failure);
    }
  }
}
