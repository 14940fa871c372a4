package dev.evenkeel.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * One way for a request to go wrong. Immutable; {@link FaultRule} says when it strikes.
 *
 * <p>Each factory names the operations that the fault can strike; a request of another kind does
 * not match, whatever the rule says. Retries of the SDK are requests of their own and may meet the
 * next fault or none.
 */
public sealed class Fault permits DelayFault, StaleReadFault {
  private final String description;
  private final Predicate<Call> calls;
  private final BiFunction<Call, Injection, CompletableFuture<Answer>> effect;

  /**
   * A fault by what it can strike and what it does then.
   *
   * @param kind of the calls that it can strike: those of one service, or all
   * @param calls of that kind which it can strike
   */
  <C extends Call> Fault(
      String description,
      Class<C> kind,
      Predicate<C> calls,
      BiFunction<C, Injection, CompletableFuture<Answer>> effect) {
    this.description = description;
    this.calls = call -> kind.isInstance(call) && calls.test(kind.cast(call));
    this.effect = (call, injection) -> effect.apply(kind.cast(call), injection);
  }

  /**
   * DynamoDB throttles: a {@code ProvisionedThroughputExceededException} or {@code
   * ThrottlingException} with its throttling reasons filled in (one per table that the request
   * names). Any operation that names a table.
   */
  public static Fault throttled(ThrottleLimit limit) {
    return DynamoDbFaults.throttled(limit);
  }

  /**
   * DynamoDB answers 500, an {@code InternalServerError}; S3 answers 500, an {@code InternalError}.
   * Any operation. After {@link Moment#AFTER_APPLY} a write has been carried out all the same: AWS
   * documents that an internal error leaves that open.
   */
  public static Fault serverError(Moment moment) {
    return LossFaults.ofServer(moment);
  }

  /** The connection breaks: an {@code SdkClientException} caused by a SocketException. */
  public static Fault connectionLost(Moment moment) {
    return LossFaults.ofConnection(moment);
  }

  /** No answer comes in time: an {@code SdkClientException} caused by a SocketTimeoutException. */
  public static Fault timeout(Moment moment) {
    return LossFaults.ofTime(moment);
  }

  /**
   * The request waits before it is sent: a slow shard, when the rule names its keys. Any operation.
   * Delays add up, and do not keep later rules from striking the same request.
   */
  public static Fault delay(Duration duration) {
    return new DelayFault(duration);
  }

  /**
   * Only a part of a {@code BatchWriteItem} or {@code BatchGetItem} of two or more entries reaches
   * the server; the rest comes back as {@code UnprocessedItems} or {@code UnprocessedKeys}. Each
   * entry is left out with probability {@code share}, but never none and never all: where DynamoDB
   * can process nothing it throttles instead. If the rule names keys, only entries with such keys
   * are left out.
   */
  public static Fault unprocessed(double share) {
    return UnprocessedEntries.fault(share);
  }

  /**
   * A {@code Query} or {@code Scan} page ends after at most {@code itemsMax} evaluated items, as if
   * it had reached 1 MB: the server is asked with a smaller {@code Limit}, so {@code
   * LastEvaluatedKey} is its own. With a filter expression such a page may well be empty and not be
   * the last.
   */
  public static Fault shortPage(int itemsMax) {
    return DynamoDbFaults.shortPage(itemsMax);
  }

  /**
   * A {@code Query} or {@code Scan} that resumes after an {@code ExclusiveStartKey} gets a page
   * without items, and that same key as {@code LastEvaluatedKey}: no item was evaluated, none is
   * lost. AWS documents empty pages only for filters; this one is the harsher case. A first page is
   * never struck, since no key stands before all items.
   */
  public static Fault emptyPage() {
    return DynamoDbFaults.emptyPage();
  }

  /**
   * An eventually consistent {@code GetItem}, {@code BatchGetItem}, {@code Query} or {@code Scan}
   * is answered as of before the last {@code writesBehind} writes.
   *
   * <p>The model is one replica that lags by a fixed number of successful writes, over all tables
   * together, of those that passed this injector; reads of it are consistent with each other,
   * filters, indexes and pages included. It is a real copy in a namespace of its own, taken of a
   * table before its first write or stale read here; later writes that go around the injector, or
   * through PartiQL, are never seen in it. While such a rule is in the plan, writes are sent one
   * after the other, and each costs a second request.
   */
  public static Fault staleRead(int writesBehind) {
    return new StaleReadFault(writesBehind);
  }

  /**
   * Another transaction is under way on an item: a {@code TransactionConflictException} for {@code
   * PutItem}, {@code UpdateItem} and {@code DeleteItem}; for {@code TransactWriteItems} and {@code
   * TransactGetItems} a {@code TransactionCanceledException} in which one action, drawn by the seed
   * among those whose keys the rule names, has the reason {@code TransactionConflict}. Nothing is
   * applied.
   */
  public static Fault transactionConflict() {
    return DynamoDbFaults.transactionConflict();
  }

  /**
   * A transaction meets a throttle: a {@code TransactionCanceledException} for {@code
   * TransactWriteItems} and {@code TransactGetItems}, in which one action, drawn by the seed among
   * those whose keys the rule names, has the reason {@code ThrottlingError}. Nothing is applied.
   * The SDK does not repeat what was cancelled.
   */
  public static Fault transactionThrottled() {
    return DynamoDbFaults.transactionThrottled();
  }

  /** S3 throttles: status 503, {@code SlowDown}. Any operation of S3; nothing is applied. */
  public static Fault slowDown() {
    return S3Faults.slowDown();
  }

  /**
   * Another write of the same object is under way: status 409, {@code ConditionalRequestConflict},
   * and nothing is applied. Conditional writes of S3: {@code PutObject}, {@code
   * CompleteMultipartUpload}, {@code CopyObject} and {@code DeleteObject} with {@code If-Match} or
   * {@code If-None-Match}.
   */
  public static Fault conditionalConflict() {
    return S3Faults.conditionalConflict();
  }

  /**
   * The condition of a write does not hold: status 412, {@code PreconditionFailed}. After {@link
   * Moment#BEFORE_APPLY} the write was never made, as if another had come first and was deleted
   * since. After {@link Moment#AFTER_APPLY} it was made: what a retry sees whose first attempt was
   * applied and lost its answer. A write that the server itself refuses keeps its own answer. The
   * same operations as {@link #conditionalConflict()}.
   */
  public static Fault preconditionFailed(Moment moment) {
    return S3Faults.preconditionFailed(moment);
  }

  /**
   * The connection breaks in the middle of a {@code GetObject}'s body, at a place drawn from its
   * length by the seed: the bytes before it arrive, then comes a SocketException.
   */
  public static Fault downloadCut() {
    return S3Faults.downloadCut(FaultOffset.DRAWN);
  }

  /** As {@link #downloadCut()} after {@code bytes} bytes, at the latest at the body's end. */
  public static Fault downloadCut(long bytes) {
    return S3Faults.downloadCut(FaultOffset.at(bytes));
  }

  /**
   * One bit of a {@code GetObject}'s body arrives turned over, at a place drawn from its length by
   * the seed. Only a checksum reveals it. Empty bodies stay as they are.
   */
  public static Fault corruptDownload() {
    return S3Faults.corruptDownload(FaultOffset.DRAWN);
  }

  /** As {@link #corruptDownload()} in the byte at {@code offset}, if the body reaches so far. */
  public static Fault corruptDownload(long offset) {
    return S3Faults.corruptDownload(FaultOffset.at(offset));
  }

  /**
   * The connection breaks in the middle of the body of a {@code PutObject} or {@code UploadPart},
   * at a place drawn from its length by the seed; the server applies nothing. An {@code
   * SdkClientException} caused by a SocketException. Lengths are those on the wire, where the SDK
   * puts chunk headers and checksums between the content.
   */
  public static Fault uploadCut() {
    return S3Faults.uploadCut(FaultOffset.DRAWN);
  }

  /** As {@link #uploadCut()} after {@code bytes} bytes, at the latest at the body's end. */
  public static Fault uploadCut(long bytes) {
    return S3Faults.uploadCut(FaultOffset.at(bytes));
  }

  final boolean appliesTo(Call call) {
    return calls.test(call);
  }

  final CompletableFuture<Answer> inject(Call call, Injection injection) {
    return effect.apply(call, injection);
  }

  /** The call that made this fault, for example {@code timeout(AFTER_APPLY)}. */
  @Override
  public final String toString() {
    return description;
  }
}
