package dev.evenkeel.objects.internal;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.shell.ByteSources;
import dev.evenkeel.objects.internal.shell.S3AsyncRunner;
import dev.evenkeel.objects.internal.shell.S3Runner;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.FailedDelete;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.internal.spec.WrittenObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.FaultInjector;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Tier;

/** {@link ObjectFlows} run over a sync or an async client, so that one test runs on both. */
abstract class ObjectsUnderTest implements AutoCloseable {
  private final BucketSpec spec;
  private final ObjectFlows flows;

  private ObjectsUnderTest(BucketSpec spec) {
    this.spec = spec;
    this.flows = ObjectFlows.of(spec);
  }

  abstract <T> T run(Flow<T> flow);

  /** A source of the kind that this client reads. */
  abstract ByteSource source(InputStream stream, long length);

  @Override
  public abstract void close();

  WrittenObject put(String key, SdkBytes bytes, ObjectMetadata metadata) {
    return run(flows.put(key, bytes, metadata));
  }

  WrittenObject put(String key, ByteSource source, ObjectMetadata metadata) {
    return run(flows.put(key, source, metadata));
  }

  SdkBytes get(String key, ExpectedContent expected) {
    return run(flows.get(key, expected));
  }

  /** Reads an object as a stream, to its end. */
  void copy(String key, ExpectedContent expected, OutputStream into) {
    try (InputStream stream =
        ByteSources.toStream(flows.open(key, expected), this::run, spec.partBytes())) {
      stream.transferTo(into);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ObjectInfo head(String key) {
    return run(flows.head(key));
  }

  void restore(String key, Duration keptFor, Tier tier) {
    run(flows.restore(key, keptFor, tier));
  }

  void delete(String key) {
    run(flows.delete(key));
  }

  List<FailedDelete> delete(Collection<String> keys) {
    return run(flows.delete(keys));
  }

  ObjectPage list(String folder, @Nullable String token) {
    return run(flows.list(folder, token));
  }

  ObjectPage listRestores(String folder, @Nullable String token) {
    return run(flows.listRestores(folder, token));
  }

  OpenUploadPage openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
    return run(flows.openUploads(folder, from));
  }

  void abort(String key, String uploadId) {
    run(flows.abort(key, uploadId));
  }

  /** Text under a key, with nothing beside it. */
  WrittenObject put(String key, String text) {
    return put(key, SdkBytes.fromUtf8String(text), ObjectMetadata.empty());
  }

  WrittenObject put(String key, InputStream stream) {
    return put(key, source(stream, -1), ObjectMetadata.empty());
  }

  /** Kept, so that closing a client takes no time. */
  private static final SdkEventLoopGroup THREADS =
      SdkEventLoopGroup.builder().numberOfThreads(2).build();

  /** A store over a client as the SDK makes it. */
  static ObjectsUnderTest open(Kind kind, LocalS3 local, BucketSpec spec) {
    return switch (kind) {
      case SYNC -> sync(local.client(), spec);
      case ASYNC -> async(local.asyncClient(), spec);
    };
  }

  static ObjectsUnderTest open(Kind kind, LocalS3 local, FaultInjector faults, BucketSpec spec) {
    return open(kind, local, faults, spec, settings -> {});
  }

  /** A store over a client that meets faults and does not retry. */
  static ObjectsUnderTest open(
      Kind kind,
      LocalS3 local,
      FaultInjector faults,
      BucketSpec spec,
      Consumer<Settings> settings) {
    return switch (kind) {
      case SYNC ->
          sync(
              configured(
                  local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()), settings),
              spec);
      case ASYNC ->
          async(
              configured(
                  local
                      .asyncClientBuilder()
                      .httpClientBuilder(
                          faults.around(NettyNioAsyncHttpClient.builder().eventLoopGroup(THREADS))),
                  settings),
              spec);
    };
  }

  private static <B extends S3BaseClientBuilder<B, C>, C> C configured(
      B builder, Consumer<Settings> settings) {
    return builder
        .overrideConfiguration(
            c -> settings.accept(c.retryStrategy(AwsRetryStrategy.doNotRetry())::applyMutation))
        .build();
  }

  /** The settings of a client. */
  interface Settings {
    Object apply(Consumer<ClientOverrideConfiguration.Builder> mutation);
  }

  private static ObjectsUnderTest sync(S3Client client, BucketSpec spec) {
    S3Runner runner = new S3Runner(client);
    return new ObjectsUnderTest(spec) {
      @Override
      <T> T run(Flow<T> flow) {
        return runner.run(flow);
      }

      @Override
      ByteSource source(InputStream stream, long length) {
        return ByteSources.ofStream(stream, length);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private static ObjectsUnderTest async(S3AsyncClient client, BucketSpec spec) {
    S3AsyncRunner runner = new S3AsyncRunner(client);
    return new ObjectsUnderTest(spec) {
      @Override
      <T> T run(Flow<T> flow) {
        return ClientUnderTest.join(runner.run(flow).orTimeout(60, TimeUnit.SECONDS));
      }

      /** Pieces of a size that no part is a multiple of. */
      @Override
      ByteSource source(InputStream stream, long length) {
        return ByteSources.ofPieces(
            () -> CompletableFuture.supplyAsync(() -> read(stream, 99_991)), length);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private static ByteBuffer read(InputStream stream, int bytes) {
    try {
      return ByteBuffer.wrap(stream.readNBytes(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
