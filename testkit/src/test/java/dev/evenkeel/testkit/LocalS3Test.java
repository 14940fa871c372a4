package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.S3Exception;

@ExtendWith(LocalS3Extension.class)
class LocalS3Test {
  private static final int MIB = 1024 * 1024;

  private static List<String> buckets(S3Client client) {
    return client.listBuckets().buckets().stream().map(Bucket::name).toList();
  }

  @ParameterizedTest
  @EnumSource
  void start_eitherStorage_keepsObjectsAndDeletesAllOnClose(S3Storage storage) throws Exception {
    List<Path> folders;
    try (LocalS3 local = LocalS3.start(storage);
        S3Client client = local.client()) {
      String bucket = local.newBucket();
      client.putObject(r -> r.bucket(bucket).key("a/b c+%ü"), RequestBody.fromString("value"));

      assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("a/b c+%ü")).asUtf8String())
          .isEqualTo("value");
      folders = temporaryFoldersWith(bucket);
      assertThat(folders).hasSize(storage == S3Storage.MEMORY ? 0 : 1);
    }
    assertThat(folders).allSatisfy(folder -> assertThat(folder).doesNotExist());
  }

  /** Other JVMs' servers have folders beside ours: ours is the one that holds {@code bucket}. */
  private static List<Path> temporaryFoldersWith(String bucket) throws Exception {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("evenkeel-s3-"))
          .filter(folder -> Files.exists(folder.resolve(bucket)))
          .toList();
    }
  }

  @Test
  void newBucket_twice_makesTwoBuckets(LocalS3 local, S3Client client) {
    String one = local.newBucket();
    String other = local.newBucket();

    assertThat(buckets(client)).contains(one, other);
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void close_view_deletesItsBucketsAndNoOther(LocalS3 local, S3Client client) {
    String kept = local.newBucket();
    LocalS3 view = local.isolated();
    String bucket = view.newBucket();
    String deletedByTheTest = view.newBucket();
    client.deleteBucket(r -> r.bucket(deletedByTheTest));
    client.putBucketVersioning(
        r ->
            r.bucket(bucket)
                .versioningConfiguration(v -> v.status(BucketVersioningStatus.ENABLED)));
    client.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromString("1"));
    client.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromString("2"));
    client.deleteObject(r -> r.bucket(bucket).key("k"));
    client.createMultipartUpload(r -> r.bucket(bucket).key("never completed"));

    view.close();

    assertThat(buckets(client)).contains(kept).doesNotContain(bucket, deletedByTheTest);
  }

  @Test
  void close_viewOverAFolder_deletesItsBuckets() {
    try (LocalS3 local = LocalS3.start(S3Storage.TEMPORARY_FOLDER);
        S3Client client = local.client()) {
      LocalS3 view = local.isolated();
      String bucket = view.newBucket();
      client.putObject(r -> r.bucket(bucket).key("a/b"), RequestBody.fromString("1"));

      view.close();

      assertThat(buckets(client)).isEmpty();
    }
  }

  @Test
  void client_wrongSecret_isRefused(LocalS3 local) {
    try (S3Client stranger =
        local
            .clientBuilder()
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "wrong")))
            .build()) {
      assertThatThrownBy(stranger::listBuckets)
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
    }
  }

  @Test
  void putObject_ifNoneMatchInARace_hasOneWinner(LocalS3 local, S3AsyncClient client) {
    String bucket = local.newBucket();
    List<CompletableFuture<Boolean>> puts =
        IntStream.range(0, 16)
            .mapToObj(
                i ->
                    client
                        .putObject(
                            r -> r.bucket(bucket).key("k").ifNoneMatch("*"),
                            AsyncRequestBody.fromString("by " + i))
                        .handle((put, failure) -> failure == null))
            .toList();

    assertThat(puts.stream().filter(CompletableFuture::join)).hasSize(1);
  }

  @Test
  void asyncClientBuilder_multipartEnabled_uploadsInParts(
      LocalS3 local, S3Client plain, @TempDir Path folder) throws Exception {
    String bucket = local.newBucket();
    Path source = Files.write(folder.resolve("source"), new byte[20 * MIB]);
    try (S3AsyncClient client = local.asyncClientBuilder().multipartEnabled(true).build()) {
      client.putObject(r -> r.bucket(bucket).key("k"), source).join();
    }

    assertThat(plain.headObject(r -> r.bucket(bucket).key("k")).eTag()).endsWith("-3\"");
    assertThat(plain.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asByteArray())
        .isEqualTo(Files.readAllBytes(source));
  }

  @Tag("deep")
  @Test
  void putObject_oneAfterAnother_neverLosesItsConnection(LocalS3 local) {
    String bucket = local.newBucket();
    try (S3AsyncClient client =
        local
            .asyncClientBuilder()
            .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build()) {
      for (int i = 0; i < 500; i++) {
        client
            .putObject(r -> r.bucket(bucket).key("k"), AsyncRequestBody.fromString("value"))
            .join();
      }
      String value =
          client
              .getObject(r -> r.bucket(bucket).key("k"), AsyncResponseTransformer.toBytes())
              .join()
              .asUtf8String();
      assertThat(value).isEqualTo("value");
    }
  }

  @Test
  void at_runningServer_findsItAndLeavesItUp(LocalS3 local, S3Client client) {
    LocalS3 other = LocalS3.at(local.endpoint());
    String bucket = other.newBucket();
    assertThat(buckets(client)).contains(bucket);

    other.close();

    assertThat(buckets(client)).doesNotContain(bucket);
  }
}
