package dev.evenkeel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** A real DynamoDB Local in this JVM: in memory, on a free port, telemetry off. */
public final class LocalDynamoDb implements AutoCloseable {
  private final DynamoDBProxyServer server;
  private final URI endpoint;

  private LocalDynamoDb(DynamoDBProxyServer server, URI endpoint) {
    this.server = server;
    this.endpoint = endpoint;
  }

  /** Starts a server; takes about a second the first time in a JVM. */
  public static LocalDynamoDb start() {
    int port = freePort();
    String[] arguments = {"-inMemory", "-disableTelemetry", "-port", Integer.toString(port)};
    try {
      DynamoDBProxyServer server = ServerRunner.createServerFromCommandLineArgs(arguments);
      server.start();
      return new LocalDynamoDb(server, URI.create("http://127.0.0.1:" + port));
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not start on port " + port, e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  /** A new client; the caller closes it. */
  public DynamoDbClient client() {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  /** A new client; the caller closes it. */
  public DynamoDbAsyncClient asyncClient() {
    return DynamoDbAsyncClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not stop", e);
    }
  }
}
