package dev.evenkeel.testkit;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A server in a container. The only class that names Testcontainers. */
record ContainerServer(GenericContainer<?> container, int port) implements Server {
  private static final int DYNAMODB_PORT = 8000;
  private static final String S3_PORT_VARIABLE = "EVENKEEL_S3_PORT";
  private static final String S3_PORT = "80";

  /** The answer to an unsigned request; other S3 servers answer 200. */
  private static final int STATUS_MAX = 499;

  static Server startDynamoDb() {
    return start(Product.DYNAMODB, DYNAMODB_PORT, Map.of("DDB_LOCAL_TELEMETRY", "0"));
  }

  /** The settings are S3Proxy's; another image must take the credentials some other way. */
  static Server startS3() {
    String port = Objects.requireNonNullElse(System.getenv(S3_PORT_VARIABLE), S3_PORT);
    Map<String, String> settings =
        Map.of(
            "S3PROXY_AUTHORIZATION",
            "aws-v2-or-v4",
            "S3PROXY_IDENTITY",
            LocalS3.ACCESS_KEY,
            "S3PROXY_CREDENTIAL",
            LocalS3.SECRET_KEY,
            "S3PROXY_ENDPOINT",
            "http://0.0.0.0:" + port,
            "S3PROXY_IGNORE_UNKNOWN_HEADERS",
            "true",
            "JCLOUDS_PROVIDER",
            "transient-nio2");
    return start(Product.S3, Integer.parseInt(port), settings);
  }

  private static Server start(Product product, int port, Map<String, String> settings) {
    requireEngine(product);
    String image =
        Objects.requireNonNullElse(System.getenv(product.imageVariable()), product.defaultImage());
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withExposedPorts(port)
            .withEnv(settings)
            .waitingFor(Wait.forHttp("/").forStatusCodeMatching(status -> status <= STATUS_MAX));
    try {
      container.start();
    } catch (ContainerFetchException e) {
      throw new IllegalStateException(
          "The image '"
              + image
              + "' of "
              + product.title()
              + " could not be had. Pull it beforehand, or name another in "
              + product.imageVariable()
              + ".",
          e);
    }
    return new ContainerServer(container, port);
  }

  private static void requireEngine(Product product) {
    try {
      DockerClientFactory.instance().client();
    } catch (IllegalStateException e) {
      throw new EngineUnavailableException(
          product,
          "no container engine answered (" + e.getMessage() + ").",
          "Start one that Testcontainers finds (see DOCKER_HOST).",
          e);
    }
  }

  @Override
  public URI endpoint() {
    return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(port));
  }

  @Override
  public void close() {
    container.stop();
  }
}
