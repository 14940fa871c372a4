package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * The transfer of one source into one object. While some parts are sent, the next are taken from
 * the source. On any failure, the parts in flight are awaited and the upload is aborted, so that no
 * part stays behind; only a process that dies, or a call that is cancelled, leaves an open upload.
 */
final class PartedPut {
  private final Store store;
  private final ObjectUpload puts;
  private final ObjectUpload.Target target;
  private final long declaredLength;
  private final PartCutter cutter;
  private final int partBytes;
  private final int batch;
  private final List<CompletedPart> sent = new ArrayList<>();
  private int numbers;

  PartedPut(
      Store store,
      ObjectUpload puts,
      ObjectUpload.Target target,
      ByteSource source,
      int partBytes) {
    this.store = store;
    this.puts = puts;
    this.target = target;
    this.declaredLength = source.length();
    this.cutter = new PartCutter(source, partBytes);
    this.partBytes = partBytes;
    this.batch = Math.max(1, store.spec().partsInFlightMax() / 2);
  }

  Flow<WrittenObject> run() {
    return cutter.next(1).then(first -> cutter.ended() ? wholeInOne(first) : inParts(first));
  }

  private Flow<WrittenObject> wholeInOne(List<ByteBuffer> parts) {
    checkLength();
    ByteBuffer content = parts.isEmpty() ? ByteBuffer.allocate(0) : parts.get(0);
    return puts.single(target, content, cutter.sha256());
  }

  private Flow<WrittenObject> inParts(List<ByteBuffer> first) {
    return Flow.ask(new ObjectRequest.NewId())
        .then(
            id ->
                store
                    .<CreateMultipartUploadResponse>send(
                        store.requests().create(target.key(), id, target.metadata()))
                    .then(created -> upload(id, created.uploadId(), first)));
  }

  private Flow<WrittenObject> upload(String id, String uploadId, List<ByteBuffer> first) {
    // Deferred, since a flow that may be recovered stays in memory to its end.
    return Flow.defer(() -> rounds(uploadId, first))
        .then(done -> complete(id, uploadId))
        .recover(failure -> abort(uploadId, failure));
  }

  private Flow<Done> rounds(String uploadId, List<ByteBuffer> parts) {
    if (parts.isEmpty()) {
      return Flow.done();
    }
    boolean oneAtATime = store.spec().partsInFlightMax() == 1;
    Flow<List<ByteBuffer>> sending = send(uploadId, parts);
    Flow<List<ByteBuffer>> taking = Flow.defer(() -> cutter.next(batch));
    Flow<List<ByteBuffer>> next =
        oneAtATime
            ? sending.then(taking)
            : Flow.awaitAll(List.of(sending, taking)).map(both -> both.get(1));
    return next.then(taken -> rounds(uploadId, taken));
  }

  /**
   * Ends with no parts, so that it may stand beside the flow that takes some. Empties the list:
   * nothing but the requests holds the bytes from then on.
   */
  private Flow<List<ByteBuffer>> send(String uploadId, List<ByteBuffer> parts) {
    List<Flow<Done>> sends = new ArrayList<>();
    for (ByteBuffer part : parts) {
      if (++numbers > BucketSpec.PARTS_MAX) {
        return Flow.failed(tooManyParts());
      }
      sends.add(send(uploadId, numbers, part));
    }
    parts.clear();
    return Flow.awaitAll(sends).map(done -> List.of());
  }

  private Flow<Done> send(String uploadId, int number, ByteBuffer part) {
    ObjectRequest<UploadPartResponse> upload =
        new ObjectRequest.Upload<>(store.requests().part(target.key(), uploadId, number), part);
    return store
        .repeated(() -> Flow.ask(upload))
        .atResult(response -> sent.add(completed(number, response)))
        .map(response -> Done.DONE);
  }

  /** With whatever checksum the part was stored: S3 wants them again if the upload has one. */
  private static CompletedPart completed(int number, UploadPartResponse response) {
    return CompletedPart.builder()
        .partNumber(number)
        .eTag(response.eTag())
        .checksumCRC32(response.checksumCRC32())
        .checksumCRC32C(response.checksumCRC32C())
        .checksumCRC64NVME(response.checksumCRC64NVME())
        .checksumSHA1(response.checksumSHA1())
        .checksumSHA256(response.checksumSHA256())
        .build();
  }

  private Flow<WrittenObject> complete(String id, String uploadId) {
    checkLength();
    ObjectWrite writing =
        new ObjectWrite(target.key(), target.below(), id, cutter.length(), cutter.sha256());
    List<CompletedPart> inOrder =
        sent.stream().sorted(Comparator.comparing(CompletedPart::partNumber)).toList();
    ObjectRequest<CompleteMultipartUploadResponse> complete =
        new ObjectRequest.Send<>(store.requests().complete(target.key(), uploadId, inOrder));
    Flow<WrittenObject> send = Flow.ask(complete).map(response -> writing.written(response.eTag()));
    return new Commit(store, writing, send).run();
  }

  private Flow<WrittenObject> abort(String uploadId, Throwable failure) {
    return new OpenUploads(store)
        .abort(target.key(), uploadId)
        .<Throwable>map(aborted -> failure)
        .recover(second -> Flow.of(Failures.both(failure, second)))
        .then(Flow::failed);
  }

  private void checkLength() {
    if (declaredLength >= 0 && cutter.length() != declaredLength) {
      throw store.failure(
          Reason.CORRUPT,
          target.key(),
          "the source ended after %d bytes and had declared %d; nothing was written"
              .formatted(cutter.length(), declaredLength),
          null);
    }
  }

  private ObjectStoreException tooManyParts() {
    return store.failure(
        Reason.TOO_LARGE,
        target.key(),
        "the source has more than %d parts of %d bytes; let it tell its length, or raise partBytes"
            .formatted(BucketSpec.PARTS_MAX, partBytes),
        null);
  }
}
