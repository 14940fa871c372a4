package dev.evenkeel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import software.amazon.dynamodb.services.local.main.CommandLineInput;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.AbstractLocalDynamoDBServerHandler;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;

/** DynamoDB Local in this JVM: in memory, on a free port, telemetry off. */
record InProcessDynamoDb(DynamoDBProxyServer server, LocalNamespaces namespaces, URI endpoint)
    implements Server {
  private static final int ATTEMPTS_MAX = 10;

  /** The free port may be taken between looking and binding: then another one is tried. */
  static InProcessDynamoDb start() {
    IllegalStateException failure = new IllegalStateException("DynamoDB Local did not start");
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      try {
        return startOn(freePort());
      } catch (IOException e) {
        failure.addSuppressed(e);
        if (!isPortTaken(e)) {
          break;
        }
      }
    }
    throw failure;
  }

  static InProcessDynamoDb startOn(int port) throws IOException {
    String[] arguments = {"-inMemory", "-disableTelemetry", "-port", Integer.toString(port)};
    try {
      CommandLineInput input = new CommandLineInput(arguments);
      input.init();
      // createServerFromCommandLineArgs(arguments) is the same with a banner on standard output.
      DynamoDBProxyServer server = ServerRunner.createServer(input);
      // start() would print a bind failure and return as if all were well.
      server.safeStart();
      URI endpoint = URI.create("http://127.0.0.1:" + port);
      return new InProcessDynamoDb(server, LocalNamespaces.of(server), endpoint);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not start on port " + port, e);
    }
  }

  private static boolean isPortTaken(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void forget(String accessKey) {
    namespaces.forget(accessKey);
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not stop at " + endpoint, e);
    }
  }

  /**
   * DynamoDB Local's namespaces, one for each access key: a database and threads that look at all
   * of its tables three times a second. It lets go of none before it stops, so that hundreds of
   * namespaces cost a tenth of a core and more. There is no way to them but by reflection; where
   * another version has none either, they are kept.
   */
  record LocalNamespaces(Map<?, ?> byCredentials) {
    static LocalNamespaces of(DynamoDBProxyServer server) {
      try {
        Object http = value(DynamoDBProxyServer.class, "serverHandler", server);
        Object requests = value(AbstractLocalDynamoDBServerHandler.class, "primaryHandler", http);
        Object kept = value(LocalDynamoDBRequestHandler.class, "dbRequestHandlers", requests);
        return new LocalNamespaces((Map<?, ?>) kept);
      } catch (ReflectiveOperationException | ClassCastException e) {
        return new LocalNamespaces(Map.of());
      }
    }

    private static Object value(Class<?> type, String name, Object of)
        throws ReflectiveOperationException {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    }

    /** The same access key finds no table afterwards. */
    void forget(String accessKey) {
      for (Object credentials : List.copyOf(byCredentials.keySet())) {
        boolean isOne = credentials.toString().contains(accessKey);
        if (isOne && byCredentials.remove(credentials) instanceof AmazonDynamoDBLocal database) {
          database.shutdown();
        }
      }
    }
  }
}
