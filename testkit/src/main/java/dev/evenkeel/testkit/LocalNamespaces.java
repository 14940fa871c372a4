package dev.evenkeel.testkit;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import software.amazon.dynamodb.services.local.server.AbstractLocalDynamoDBServerHandler;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;

/**
 * What DynamoDB Local keeps for each access key: a database and threads that look at all of its
 * tables three times a second. It lets go of none before it stops, so that hundreds of namespaces
 * cost a tenth of a core and more. There is no way to them but by reflection; where another version
 * has none either, they are kept.
 */
final class LocalNamespaces {
  private final Map<?, ?> byCredentials;

  private LocalNamespaces(Map<?, ?> byCredentials) {
    this.byCredentials = byCredentials;
  }

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
