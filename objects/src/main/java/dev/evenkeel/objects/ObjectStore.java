package dev.evenkeel.objects;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.objects.internal.shell.SyncRunner;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ByteSource;
import dev.evenkeel.objects.spec.ExpectedContent;
import dev.evenkeel.objects.spec.FailedDelete;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectPage;
import dev.evenkeel.objects.spec.OpenUploadPage;
import dev.evenkeel.objects.spec.WrittenObject;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * The flows of {@link ObjectFlows}, run over a client by the calling thread; several requests of
 * one call go side by side on threads that all of Evenkeel shares. Thread-safe. Never closes the
 * client, whose API call timeout bounds each request and not the whole call. Guarantees, cost and
 * failures are told there.
 */
public final class ObjectStore {
  private final SyncRunner runner;
  private final ObjectFlows flows;
  private final BucketSpec spec;

  private ObjectStore(S3Client client, BucketSpec spec) {
    this.runner = new SyncRunner(client);
    this.flows = ObjectFlows.of(spec);
    this.spec = spec;
  }

  public static ObjectStore of(S3Client client, BucketSpec spec) {
    return new ObjectStore(client, spec);
  }

  /** See {@link ObjectFlows#put(String, SdkBytes, ObjectMetadata)}. */
  public WrittenObject put(String key, SdkBytes bytes, ObjectMetadata metadata) {
    return runner.run(flows.put(key, bytes, metadata));
  }

  /**
   * See {@link ObjectFlows#put(String, ByteSource, ObjectMetadata)}.
   *
   * @param source such as {@link ByteSources#ofStream}
   */
  public WrittenObject put(String key, ByteSource source, ObjectMetadata metadata) {
    return runner.run(flows.put(key, source, metadata));
  }

  /** See {@link ObjectFlows#get}. */
  public SdkBytes get(String key, ExpectedContent expected) {
    return runner.run(flows.get(key, expected));
  }

  /**
   * See {@link ObjectFlows#open}. Nothing is sent before the first read. Failures are thrown as
   * they are, not as {@code IOException}; the stream is for one thread at a time.
   */
  public InputStream open(String key, ExpectedContent expected) {
    return ByteSources.toStream(flows.open(key, expected), runner::run, spec.partBytes());
  }

  /** See {@link ObjectFlows#head}. */
  public ObjectInfo head(String key) {
    return runner.run(flows.head(key));
  }

  /** See {@link ObjectFlows#thaw}. */
  public void thaw(String key, Duration keptFor, Tier tier) {
    Done unused = runner.run(flows.thaw(key, keptFor, tier));
  }

  /** See {@link ObjectFlows#delete(String)}. */
  public void delete(String key) {
    Done unused = runner.run(flows.delete(key));
  }

  /** See {@link ObjectFlows#delete(Collection)}. */
  public List<FailedDelete> delete(Collection<String> keys) {
    return runner.run(flows.delete(keys));
  }

  /** See {@link ObjectFlows#list}. */
  public ObjectPage list(String folder, @Nullable String token) {
    return runner.run(flows.list(folder, token));
  }

  /** See {@link ObjectFlows#listThaws}. */
  public ObjectPage listThaws(String folder, @Nullable String token) {
    return runner.run(flows.listThaws(folder, token));
  }

  /** See {@link ObjectFlows#openUploads}. */
  public OpenUploadPage openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
    return runner.run(flows.openUploads(folder, from));
  }

  /** See {@link ObjectFlows#abort}. */
  public void abort(String key, String uploadId) {
    Done unused = runner.run(flows.abort(key, uploadId));
  }
}
