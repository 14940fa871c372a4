package dev.evenkeel.objects;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.objects.internal.shell.AsyncRunner;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ByteSource;
import dev.evenkeel.objects.spec.ExpectedContent;
import dev.evenkeel.objects.spec.FailedDelete;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectPage;
import dev.evenkeel.objects.spec.OpenUploadPage;
import dev.evenkeel.objects.spec.WrittenObject;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * The flows of {@link ObjectFlows}, run over an async client. Has no threads: results complete on
 * those of the client, so code attached to them should not block. Cancelling a result cancels what
 * is under way. Thread-safe. Never closes the client, whose API call timeout bounds each request
 * and not the whole call. Guarantees, cost and failures are told there.
 */
public final class ObjectAsyncStore {
  private final AsyncRunner runner;
  private final ObjectFlows flows;
  private final BucketSpec spec;

  private ObjectAsyncStore(S3AsyncClient client, BucketSpec spec) {
    this.runner = new AsyncRunner(client);
    this.flows = ObjectFlows.of(spec);
    this.spec = spec;
  }

  public static ObjectAsyncStore of(S3AsyncClient client, BucketSpec spec) {
    return new ObjectAsyncStore(client, spec);
  }

  /** See {@link ObjectFlows#put(String, SdkBytes, ObjectMetadata)}. */
  public CompletableFuture<WrittenObject> put(String key, SdkBytes bytes, ObjectMetadata metadata) {
    return runner.run(flows.put(key, bytes, metadata));
  }

  /**
   * See {@link ObjectFlows#put(String, ByteSource, ObjectMetadata)}.
   *
   * @param source such as {@link ByteSources#ofPieces}
   */
  public CompletableFuture<WrittenObject> put(
      String key, ByteSource source, ObjectMetadata metadata) {
    return runner.run(flows.put(key, source, metadata));
  }

  /** See {@link ObjectFlows#get}. */
  public CompletableFuture<SdkBytes> get(String key, ExpectedContent expected) {
    return runner.run(flows.get(key, expected));
  }

  /**
   * See {@link ObjectFlows#open}. Nothing is sent before the first piece is asked for.
   *
   * @return gives the next piece, an empty one at the end; to be asked again only when the piece
   *     before has come
   */
  public Supplier<CompletableFuture<ByteBuffer>> open(String key, ExpectedContent expected) {
    ByteSource source = flows.open(key, expected);
    return () -> runner.run(source.next(spec.partBytes()));
  }

  /** See {@link ObjectFlows#head}. */
  public CompletableFuture<ObjectInfo> head(String key) {
    return runner.run(flows.head(key));
  }

  /** See {@link ObjectFlows#thaw}. */
  public CompletableFuture<Done> thaw(String key, Duration keptFor, Tier tier) {
    return runner.run(flows.thaw(key, keptFor, tier));
  }

  /** See {@link ObjectFlows#delete(String)}. */
  public CompletableFuture<Done> delete(String key) {
    return runner.run(flows.delete(key));
  }

  /** See {@link ObjectFlows#delete(Collection)}. */
  public CompletableFuture<List<FailedDelete>> delete(Collection<String> keys) {
    return runner.run(flows.delete(keys));
  }

  /** See {@link ObjectFlows#list}. */
  public CompletableFuture<ObjectPage> list(String folder, @Nullable String token) {
    return runner.run(flows.list(folder, token));
  }

  /** See {@link ObjectFlows#listThaws}. */
  public CompletableFuture<ObjectPage> listThaws(String folder, @Nullable String token) {
    return runner.run(flows.listThaws(folder, token));
  }

  /** See {@link ObjectFlows#openUploads}. */
  public CompletableFuture<OpenUploadPage> openUploads(
      String folder, OpenUploadPage.@Nullable Marker from) {
    return runner.run(flows.openUploads(folder, from));
  }

  /** See {@link ObjectFlows#abort}. */
  public CompletableFuture<Done> abort(String key, String uploadId) {
    return runner.run(flows.abort(key, uploadId));
  }
}
