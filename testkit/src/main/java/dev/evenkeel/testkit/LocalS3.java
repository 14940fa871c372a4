package dev.evenkeel.testkit;

import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * A real S3 server, S3Proxy, in this JVM, in another or in a container, on a free port. It checks
 * signatures and checksums, and decides conditional writes exactly.
 *
 * <p>All users of a server see the same buckets: {@link #newBucket()} makes one with a unique name,
 * and {@link #isolated()} gives a factory that deletes its buckets again. Clients belong to the
 * caller, who closes them. Safe for use by several threads.
 */
public final class LocalS3 implements AutoCloseable {
  static final String ACCESS_KEY = "local";
  static final String SECRET_KEY = "local";

  private final URI endpoint;

  /** Closed with this object; null if this is a view of a server that is not its own. */
  private final @Nullable Server owned;

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  private LocalS3(URI endpoint, @Nullable Server owned) {
    this.endpoint = endpoint;
    this.owned = owned;
  }

  private static LocalS3 owning(Server server) {
    return new LocalS3(server.endpoint(), server);
  }

  /**
   * Starts a server on the engine that the environment asks for ({@link
   * Engine#s3FromEnvironment()}).
   *
   * @throws EngineUnavailableException if that engine is not there
   */
  public static LocalS3 start() {
    return start(Engine.s3FromEnvironment());
  }

  /**
   * Starts a server in a container, whatever the environment says.
   *
   * @throws EngineUnavailableException if no container engine answers
   */
  public static LocalS3 startContainer() {
    return start(Engine.CONTAINER);
  }

  /**
   * Starts a server on {@code engine}, which keeps its objects in memory.
   *
   * @throws EngineUnavailableException if that engine is not there
   */
  public static LocalS3 start(Engine engine) {
    return switch (engine) {
      case IN_PROCESS -> start(S3Storage.MEMORY);
      case CONTAINER -> owning(Product.S3.startContainer());
    };
  }

  /** Starts a server in this JVM. */
  public static LocalS3 start(S3Storage storage) {
    return owning(InProcessS3.start(storage));
  }

  /**
   * Starts a server in a JVM of its own, with the class path of this one, so that neither its work
   * nor its heap counts as this one's. It ends when this object is closed or this JVM ends.
   *
   * @param jvmOptions for that JVM, for example {@code -Xmx256m}
   */
  public static LocalS3 startProcess(S3Storage storage, String... jvmOptions) {
    return owning(
        ProcessServer.start(LocalS3Server.class, List.of(storage.name()), List.of(jvmOptions)));
  }

  /** A server that is started and stopped elsewhere: any that knows the key {@code local}. */
  public static LocalS3 at(URI endpoint) {
    return new LocalS3(endpoint, null);
  }

  /** A view of the same server. Closing it deletes the buckets it made and stops nothing. */
  public LocalS3 isolated() {
    return new LocalS3(endpoint, null);
  }

  /** Where the server listens. */
  public URI endpoint() {
    return endpoint;
  }

  /** Creates an empty bucket under a name that was never used, and returns the name. */
  public String newBucket() {
    String name = "test-" + UUID.randomUUID();
    try (S3Client client = client()) {
      client.createBucket(request -> request.bucket(name));
    }
    made.add(name);
    return name;
  }

  /** A new client; the caller closes it. */
  public S3Client client() {
    return client(Apache5HttpClient.builder());
  }

  /** A new client over the given HTTP client, which it closes with itself. */
  public S3Client client(SdkHttpClient.Builder<?> http) {
    return clientBuilder().httpClientBuilder(http).build();
  }

  /** A new client; the caller closes it. */
  public S3AsyncClient asyncClient() {
    return asyncClient(NettyNioAsyncHttpClient.builder());
  }

  /** A new client over the given HTTP client, which it closes with itself. */
  public S3AsyncClient asyncClient(SdkAsyncHttpClient.Builder<?> http) {
    return asyncClientBuilder().httpClientBuilder(http).build();
  }

  /** A builder with endpoint, region, credentials and path style set, and nothing else. */
  public S3ClientBuilder clientBuilder() {
    return addressed(S3Client.builder());
  }

  /**
   * A builder with endpoint, region, credentials and path style set, and nothing else. With {@code
   * multipartEnabled(true)} uploads work; but S3Proxy answers 501 when such a client downloads an
   * object that was uploaded in parts, since it asks for them by number.
   */
  public S3AsyncClientBuilder asyncClientBuilder() {
    var unused = NettyThreads.keep();
    return addressed(S3AsyncClient.builder());
  }

  private <B extends S3BaseClientBuilder<B, ?>> B addressed(B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)));
  }

  /** Stops the server if this object started it; otherwise deletes the buckets it made. */
  @Override
  public void close() {
    if (owned != null) {
      owned.close();
    } else if (!made.isEmpty()) {
      try (S3Client client = client()) {
        made.forEach(bucket -> Buckets.delete(client, bucket));
      }
    }
  }
}
