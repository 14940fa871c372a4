package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Slices;
import dev.evenkeel.objects.internal.spec.FailedDelete;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.S3Error;

/** Deleting objects; what is not there counts as deleted. */
public record ObjectDeletion(Store store) {
  /** S3 takes so many keys in one DeleteObjects. */
  private static final int KEYS_MAX = 1000;

  private static final Set<String> TRANSIENT =
      Set.of("InternalError", "SlowDown", "ServiceUnavailable", "OperationAborted");

  public Flow<Done> delete(String below) {
    return store
        .send(store.requests().delete(store.spec().fullKey(below)))
        .map(response -> Done.DONE);
  }

  public Flow<List<FailedDelete>> delete(Collection<String> below) {
    List<String> keys = below.stream().map(store.spec()::fullKey).distinct().toList();
    return Flow.awaitAll(
            Slices.of(keys, KEYS_MAX).stream().map(batch -> batch(batch, 1)).toList(), 1)
        .map(failed -> failed.stream().flatMap(List::stream).toList());
  }

  private Flow<List<FailedDelete>> batch(List<String> keys, int attempt) {
    return store
        .<DeleteObjectsResponse>send(store.requests().delete(keys))
        .then(response -> afterwards(response.errors(), attempt));
  }

  private Flow<List<FailedDelete>> afterwards(List<S3Error> errors, int attempt) {
    List<String> again =
        errors.stream().filter(e -> TRANSIENT.contains(e.code())).map(S3Error::key).toList();
    if (again.isEmpty() || store.isLast(attempt)) {
      return Flow.of(errors.stream().map(this::failed).toList());
    }
    Stream<FailedDelete> forGood =
        errors.stream().filter(e -> !TRANSIENT.contains(e.code())).map(this::failed);
    List<FailedDelete> failed = forGood.toList();
    return store
        .pauseAfter(attempt, () -> batch(again, attempt + 1))
        .map(later -> Stream.concat(failed.stream(), later.stream()).toList());
  }

  private FailedDelete failed(S3Error error) {
    return new FailedDelete(store.below(error.key()), error.code(), error.message());
  }
}
