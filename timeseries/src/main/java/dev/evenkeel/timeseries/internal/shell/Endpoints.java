package dev.evenkeel.timeseries.internal.shell;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** Where clients send their requests. */
public final class Endpoints {
  private static final Set<String> OF_CONTAINERS =
      Set.of("host.docker.internal", "host.containers.internal", "localhost.localstack.cloud");

  /** 0.0.0.0 is this machine, too. */
  private static final Pattern LOOPBACK = Pattern.compile("127\\.[0-9.]+|0\\.0\\.0\\.0");

  private Endpoints() {}

  /**
   * Whether it is this machine, or a container beside it; a client that does not tell is at AWS.
   */
  public static boolean isLocal(Supplier<DynamoDbServiceClientConfiguration> client) {
    try {
      return client.get().endpointOverride().map(Endpoints::isLocal).orElse(false);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  static boolean isLocal(URI endpoint) {
    if (endpoint.getHost() == null) {
      return false;
    }
    String host = endpoint.getHost().toLowerCase(Locale.ROOT);
    return (!host.contains(".") && !host.startsWith("["))
        || host.equals("[::1]")
        || host.endsWith(".localhost")
        || OF_CONTAINERS.contains(host)
        || LOOPBACK.matcher(host).matches();
  }
}
