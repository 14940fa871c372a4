package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * The request that makes an object visible: once, however often it is sent. Whether an object that
 * is there is this writer's shows in the id in its metadata, so a lost answer is resolved by
 * looking. Nothing is ever deleted to find out.
 *
 * @param send the request; it creates the object only where there is none
 */
record Commit(Store store, ObjectWrite writing, Flow<WrittenObject> send) {

  Flow<WrittenObject> run() {
    return attempt(1);
  }

  private Flow<WrittenObject> attempt(int attempt) {
    return send.recover(failure -> failed(failure, attempt));
  }

  private Flow<WrittenObject> failed(Throwable failure, int attempt) {
    if (Failures.isPreconditionFailed(failure) || Failures.isUploadGone(failure)) {
      return look(failure, attempt);
    }
    boolean conflict = Failures.isConflict(failure);
    if (!conflict && !Failures.isTransient(failure)) {
      return Flow.failed(failure);
    }
    if (!store.isLast(attempt)) {
      return store.pauseAfter(attempt, () -> attempt(attempt + 1));
    }
    return conflict ? look(failure, attempt) : lastLook(failure);
  }

  /** Finds out whether an object that is there is this writer's. */
  private Flow<WrittenObject> look(Throwable failure, int attempt) {
    return store
        .head(writing.key())
        .map(head -> there(head, exists(failure)))
        .recover(Failures::isMissing, unseen -> Flow.of(notThere(failure, attempt)))
        .mapFailure(unseen -> Failures.both(unseen, failure))
        .then(outcome -> outcome);
  }

  private Flow<WrittenObject> there(HeadObjectResponse head, Throwable failure) {
    return isOurs(head) ? Flow.of(writing.written(head.eTag())) : Flow.failed(failure);
  }

  private Flow<WrittenObject> notThere(Throwable failure, int attempt) {
    return Failures.isUploadGone(failure) || store.isLast(attempt)
        ? Flow.failed(conflict(failure))
        : store.pauseAfter(attempt, () -> attempt(attempt + 1));
  }

  /** No answer came to the last attempt either, but one of them may have been carried out. */
  private Flow<WrittenObject> lastLook(Throwable failure) {
    return store
        .head(writing.key())
        .mapFailure(unseen -> Failures.isMissing(unseen) ? failure : Failures.both(failure, unseen))
        .then(head -> there(head, failure));
  }

  private boolean isOurs(HeadObjectResponse head) {
    return head.metadata().entrySet().stream().anyMatch(this::isId)
        && head.contentLength() == writing.length();
  }

  private boolean isId(Map.Entry<String, String> entry) {
    return entry.getKey().toLowerCase(Locale.ROOT).equals(S3Requests.ID)
        && entry.getValue().equals(writing.id());
  }

  private ObjectStoreException exists(Throwable failure) {
    return store.failure(
        Reason.OBJECT_EXISTS,
        writing.key(),
        "another object has this key, and objects are never replaced; write under a fresh key",
        failure);
  }

  private ObjectStoreException conflict(Throwable failure) {
    return store.failure(
        Reason.CONFLICT,
        writing.key(),
        "other writes or deletes of this key got in the way of each attempt; write again",
        failure);
  }
}
