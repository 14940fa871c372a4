package dev.evenkeel.testkit;

import java.net.URI;
import java.util.Objects;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** DynamoDB Local in a container. The only class that names Testcontainers. */
final class ContainerServer implements DynamoDbServer {
  private static final String IMAGE_VARIABLE = "EVENKEEL_DYNAMODB_IMAGE";
  private static final String IMAGE = "amazon/dynamodb-local";
  private static final int PORT = 8000;
  private static final int UNSIGNED_REQUEST_STATUS = 400;

  private final GenericContainer<?> container;

  private ContainerServer(GenericContainer<?> container) {
    this.container = container;
  }

  static DynamoDbServer start() {
    requireEngine();
    String image = Objects.requireNonNullElse(System.getenv(IMAGE_VARIABLE), IMAGE);
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withExposedPorts(PORT)
            .withEnv("DDB_LOCAL_TELEMETRY", "0")
            .waitingFor(Wait.forHttp("/").forStatusCode(UNSIGNED_REQUEST_STATUS));
    try {
      container.start();
    } catch (ContainerFetchException e) {
      throw new IllegalStateException(
          "The image '"
              + image
              + "' of DynamoDB Local could not be had. Pull it beforehand, or name another in "
              + IMAGE_VARIABLE
              + ".",
          e);
    }
    return new ContainerServer(container);
  }

  private static void requireEngine() {
    try {
      DockerClientFactory.instance().client();
    } catch (IllegalStateException e) {
      throw new EngineUnavailableException(
          "no container engine answered (" + e.getMessage() + ").",
          "Start one that Testcontainers finds (see DOCKER_HOST).",
          e);
    }
  }

  @Override
  public URI endpoint() {
    return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(PORT));
  }

  @Override
  public void close() {
    container.stop();
  }
}
