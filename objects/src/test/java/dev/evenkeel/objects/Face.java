package dev.evenkeel.objects;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ByteSource;
import dev.evenkeel.objects.spec.ExpectedContent;
import dev.evenkeel.objects.spec.FailedDelete;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectPage;
import dev.evenkeel.objects.spec.OpenUploadPage;
import dev.evenkeel.objects.spec.WrittenObject;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.fault.FaultInjector;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
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

/** The sync or the async store, so that one test runs on both. */
interface Face extends AutoCloseable {
  WrittenObject put(String key, SdkBytes bytes, ObjectMetadata metadata);

  WrittenObject put(String key, ByteSource source, ObjectMetadata metadata);

  SdkBytes get(String key, ExpectedContent expected);

  /** Reads an object as a stream, to its end. */
  void copy(String key, ExpectedContent expected, OutputStream into);

  ObjectInfo head(String key);

  void thaw(String key, Duration keptFor, Tier tier);

  void delete(String key);

  List<FailedDelete> delete(Collection<String> keys);

  ObjectPage list(String folder, @Nullable String token);

  ObjectPage listThaws(String folder, @Nullable String token);

  OpenUploadPage openUploads(String folder, OpenUploadPage.@Nullable Marker from);

  void abort(String key, String uploadId);

  /** A source of the kind that goes with this face. */
  ByteSource source(InputStream stream, long length);

  @Override
  void close();

  /** Text under a key, with nothing beside it. */
  default WrittenObject put(String key, String text) {
    return put(key, SdkBytes.fromUtf8String(text), ObjectMetadata.empty());
  }

  default WrittenObject put(String key, InputStream stream) {
    return put(key, source(stream, -1), ObjectMetadata.empty());
  }

  enum Kind {
    SYNC {
      @Override
      Face open(LocalS3 local, BucketSpec spec) {
        return sync(local.client(), spec);
      }

      @Override
      Face open(LocalS3 local, FaultInjector faults, BucketSpec spec, Consumer<Settings> settings) {
        return sync(
            configured(
                local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()), settings),
            spec);
      }
    },
    ASYNC {
      @Override
      Face open(LocalS3 local, BucketSpec spec) {
        return async(local.asyncClient(), spec);
      }

      @Override
      Face open(LocalS3 local, FaultInjector faults, BucketSpec spec, Consumer<Settings> settings) {
        NettyNioAsyncHttpClient.Builder http =
            NettyNioAsyncHttpClient.builder().eventLoopGroup(THREADS);
        return async(
            configured(local.asyncClientBuilder().httpClientBuilder(faults.around(http)), settings),
            spec);
      }
    };

    /** Kept, so that closing a client takes no time. */
    static final SdkEventLoopGroup THREADS = SdkEventLoopGroup.builder().numberOfThreads(2).build();

    /** A face over a client as the SDK makes it. */
    abstract Face open(LocalS3 local, BucketSpec spec);

    Face open(LocalS3 local, FaultInjector faults, BucketSpec spec) {
      return open(local, faults, spec, settings -> {});
    }

    /** A face over a client that meets faults and does not retry. */
    abstract Face open(
        LocalS3 local, FaultInjector faults, BucketSpec spec, Consumer<Settings> settings);

    private static <B extends S3BaseClientBuilder<B, C>, C> C configured(
        B builder, Consumer<Settings> settings) {
      return builder
          .overrideConfiguration(
              c -> settings.accept(c.retryStrategy(AwsRetryStrategy.doNotRetry())::applyMutation))
          .build();
    }
  }

  /** What may be set of a client. */
  interface Settings {
    Object apply(Consumer<ClientOverrideConfiguration.Builder> mutation);
  }

  private static Face sync(S3Client client, BucketSpec spec) {
    ObjectStore store = ObjectStore.of(client, spec);
    return new Face() {
      @Override
      public WrittenObject put(String key, SdkBytes bytes, ObjectMetadata metadata) {
        return store.put(key, bytes, metadata);
      }

      @Override
      public WrittenObject put(String key, ByteSource source, ObjectMetadata metadata) {
        return store.put(key, source, metadata);
      }

      @Override
      public SdkBytes get(String key, ExpectedContent expected) {
        return store.get(key, expected);
      }

      @Override
      public void copy(String key, ExpectedContent expected, OutputStream into) {
        try (InputStream stream = store.open(key, expected)) {
          stream.transferTo(into);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public ObjectInfo head(String key) {
        return store.head(key);
      }

      @Override
      public void thaw(String key, Duration keptFor, Tier tier) {
        store.thaw(key, keptFor, tier);
      }

      @Override
      public void delete(String key) {
        store.delete(key);
      }

      @Override
      public List<FailedDelete> delete(Collection<String> keys) {
        return store.delete(keys);
      }

      @Override
      public ObjectPage list(String folder, @Nullable String token) {
        return store.list(folder, token);
      }

      @Override
      public ObjectPage listThaws(String folder, @Nullable String token) {
        return store.listThaws(folder, token);
      }

      @Override
      public OpenUploadPage openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
        return store.openUploads(folder, from);
      }

      @Override
      public void abort(String key, String uploadId) {
        store.abort(key, uploadId);
      }

      @Override
      public ByteSource source(InputStream stream, long length) {
        return ByteSources.ofStream(stream, length);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private static Face async(S3AsyncClient client, BucketSpec spec) {
    ObjectAsyncStore store = ObjectAsyncStore.of(client, spec);
    return new Face() {
      @Override
      public WrittenObject put(String key, SdkBytes bytes, ObjectMetadata metadata) {
        return join(store.put(key, bytes, metadata));
      }

      @Override
      public WrittenObject put(String key, ByteSource source, ObjectMetadata metadata) {
        return join(store.put(key, source, metadata));
      }

      @Override
      public SdkBytes get(String key, ExpectedContent expected) {
        return join(store.get(key, expected));
      }

      @Override
      public void copy(String key, ExpectedContent expected, OutputStream into) {
        Supplier<CompletableFuture<ByteBuffer>> pieces = store.open(key, expected);
        WritableByteChannel channel = Channels.newChannel(into);
        try {
          for (ByteBuffer piece = join(pieces.get());
              piece.hasRemaining();
              piece = join(pieces.get())) {
            channel.write(piece);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public ObjectInfo head(String key) {
        return join(store.head(key));
      }

      @Override
      public void thaw(String key, Duration keptFor, Tier tier) {
        join(store.thaw(key, keptFor, tier));
      }

      @Override
      public void delete(String key) {
        join(store.delete(key));
      }

      @Override
      public List<FailedDelete> delete(Collection<String> keys) {
        return join(store.delete(keys));
      }

      @Override
      public ObjectPage list(String folder, @Nullable String token) {
        return join(store.list(folder, token));
      }

      @Override
      public ObjectPage listThaws(String folder, @Nullable String token) {
        return join(store.listThaws(folder, token));
      }

      @Override
      public OpenUploadPage openUploads(String folder, OpenUploadPage.@Nullable Marker from) {
        return join(store.openUploads(folder, from));
      }

      @Override
      public void abort(String key, String uploadId) {
        join(store.abort(key, uploadId));
      }

      /** Pieces of a size that no part is a multiple of. */
      @Override
      public ByteSource source(InputStream stream, long length) {
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

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.orTimeout(60, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
