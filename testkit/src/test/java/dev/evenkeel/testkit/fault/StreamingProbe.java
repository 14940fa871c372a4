package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.MadeUpBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Moves objects larger than its heap past faults, and prints how many bytes came back. */
final class StreamingProbe {
  static final long SIZE = 96L << 20;

  private static final FaultPlan PLAN =
      FaultPlan.seeded(1)
          .rule(FaultRule.inject(Fault.serverError(Moment.AFTER_APPLY)).into("PutObject").first(1))
          .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("GetObject").first(1))
          .rule(FaultRule.inject(Fault.corruptDownload(SIZE - 1)))
          .build();

  private StreamingProbe() {}

  public static void main(String[] arguments) throws IOException {
    LocalS3 s3 = LocalS3.at(URI.create(arguments[0]));
    String bucket = arguments[1];
    System.out.println("sync: " + sync(s3, bucket));
    System.out.println("async: " + async(s3, bucket));
  }

  private static long sync(LocalS3 s3, String bucket) throws IOException {
    try (S3Client client = s3.client(PLAN.injector().httpClientBuilder())) {
      client.putObject(
          r -> r.bucket(bucket).key("sync"),
          RequestBody.fromContentProvider(
              () -> new MadeUpBytes(SIZE), SIZE, "binary/octet-stream"));
      try (InputStream stream = client.getObject(r -> r.bucket(bucket).key("sync"))) {
        return stream.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private static long async(LocalS3 s3, String bucket) {
    AtomicLong received = new AtomicLong();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (S3AsyncClient client = s3.asyncClient(PLAN.injector().asyncHttpClientBuilder())) {
      client
          .putObject(
              r -> r.bucket(bucket).key("async"),
              AsyncRequestBody.fromInputStream(
                  b -> b.inputStream(new MadeUpBytes(SIZE)).contentLength(SIZE).executor(executor)))
          .exceptionally(notRepeatable -> null)
          .join();
      client
          .getObject(r -> r.bucket(bucket).key("async"), AsyncResponseTransformer.toPublisher())
          .thenCompose(stream -> stream.subscribe(piece -> received.addAndGet(piece.remaining())))
          .join();
    } finally {
      executor.shutdown();
    }
    return received.get();
  }
}
