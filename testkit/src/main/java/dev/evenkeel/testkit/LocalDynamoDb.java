package dev.evenkeel.testkit;

import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * A real DynamoDB Local, in this JVM, in one of its own or in a container: in memory, on a free
 * port, telemetry off.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#local -->
 *
 * <pre>{@code
 * try (LocalDynamoDb local = LocalDynamoDb.start();
 *     DynamoDbClient client = local.client()) {
 *   client.createTable(orders);
 * }
 * }</pre>
 *
 * <p>The server keeps tables apart by access key, so one server holds any number of namespaces that
 * do not see each other: {@link #isolated()} makes one for the price of an object. Clients belong
 * to the caller, who closes them. Safe for use by several threads.
 */
public final class LocalDynamoDb implements AutoCloseable {
  private final Server server;
  private final boolean ownsServer;
  private final String accessKey;
  private final Queue<LocalDynamoDb> namespaces = new ConcurrentLinkedQueue<>();

  private LocalDynamoDb(Server server, boolean ownsServer, String accessKey) {
    this.server = server;
    this.ownsServer = ownsServer;
    this.accessKey = accessKey;
  }

  /**
   * Starts a server on the engine that the environment asks for ({@link Engine#fromEnvironment()}).
   *
   * @throws EngineUnavailableException if that engine is not there
   */
  public static LocalDynamoDb start() {
    return start(Engine.fromEnvironment());
  }

  /**
   * Starts a server in a container, whatever the environment says.
   *
   * @throws EngineUnavailableException if no container engine answers
   */
  public static LocalDynamoDb startContainer() {
    return start(Engine.CONTAINER);
  }

  /**
   * Starts a server on {@code engine}.
   *
   * @throws EngineUnavailableException if that engine is not there
   */
  public static LocalDynamoDb start(Engine engine) {
    Server server =
        switch (engine) {
          case IN_PROCESS -> InProcessDynamoDb.start();
          case CONTAINER -> Product.DYNAMODB.startContainer();
        };
    return owning(server);
  }

  /**
   * Starts a server in a JVM of its own, with the class path of this one, so that neither its work
   * nor its heap counts as this one's. It ends when this object is closed or this JVM ends.
   *
   * @param jvmOptions for that JVM, for example {@code -Xmx256m}
   */
  public static LocalDynamoDb startProcess(String... jvmOptions) {
    return owning(ProcessServer.start(LocalDynamoDbServer.class, List.of(), List.of(jvmOptions)));
  }

  /** An external server, which is not stopped here. */
  public static LocalDynamoDb at(URI endpoint) {
    Server known =
        new Server() {
          @Override
          public URI endpoint() {
            return endpoint;
          }

          @Override
          public void close() {}
        };
    return new LocalDynamoDb(known, false, "local");
  }

  private static LocalDynamoDb owning(Server server) {
    return new LocalDynamoDb(server, true, "local");
  }

  /**
   * A new namespace on the same server: it sees no table of any other, in whatever JVM that was
   * made. Closing it stops no server. A server in this JVM forgets its tables then, and those of
   * the namespaces made from it.
   */
  public LocalDynamoDb isolated() {
    String key = "isolated" + UUID.randomUUID().toString().replace("-", "");
    LocalDynamoDb namespace = new LocalDynamoDb(server, false, key);
    namespaces.add(namespace);
    return namespace;
  }

  /** Where the server listens. */
  public URI endpoint() {
    return server.endpoint();
  }

  /** A new client of this namespace; the caller closes it. */
  public DynamoDbClient client() {
    return client(Apache5HttpClient.builder());
  }

  /** A new client of this namespace over the given HTTP client, which it closes with itself. */
  public DynamoDbClient client(SdkHttpClient.Builder<?> http) {
    return clientBuilder().httpClientBuilder(http).build();
  }

  /** A new client of this namespace; the caller closes it. */
  public DynamoDbAsyncClient asyncClient() {
    return asyncClient(NettyNioAsyncHttpClient.builder());
  }

  /** A new client of this namespace over the given HTTP client, which it closes with itself. */
  public DynamoDbAsyncClient asyncClient(SdkAsyncHttpClient.Builder<?> http) {
    return asyncClientBuilder().httpClientBuilder(http).build();
  }

  /** A builder with endpoint, region and credentials of this namespace set, and nothing else. */
  public DynamoDbClientBuilder clientBuilder() {
    return addressed(DynamoDbClient.builder());
  }

  /** A builder with endpoint, region and credentials of this namespace set, and nothing else. */
  public DynamoDbAsyncClientBuilder asyncClientBuilder() {
    var unused = NettyThreads.keep();
    return addressed(DynamoDbAsyncClient.builder());
  }

  private <B extends AwsClientBuilder<B, ?>> B addressed(B builder) {
    return builder
        .endpointOverride(endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, "local")));
  }

  /** Stops the server, unless this is a namespace of one that another object owns. */
  @Override
  public void close() {
    if (ownsServer) {
      server.close();
    } else {
      namespaces.forEach(LocalDynamoDb::close);
      server.forget(accessKey);
    }
  }
}
