package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs one class on each engine and prints how it went. */
final class SkippedSuite {
  private SkippedSuite() {}

  public static void main(String[] arguments) {
    print("in-process", run(InProcess.class));
    print("container", run(InContainer.class));
    print("S3 in-process", run(S3InProcess.class));
    print("S3 container", run(S3InContainer.class));
  }

  static EngineExecutionResults run(Class<?> test) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(test)).execute();
  }

  private static void print(String engine, EngineExecutionResults results) {
    System.out.printf(
        "%s: succeeded %d, skipped %d, failed %d%n",
        engine,
        results.testEvents().succeeded().count(),
        results.allEvents().skipped().count(),
        results.allEvents().failed().count());
    results.allEvents().skipped().stream()
        .flatMap(event -> event.getPayload(String.class).stream())
        .forEach(System.out::println);
  }

  static final class InProcess {
    @RegisterExtension
    static final LocalDynamoDbExtension LOCAL = new LocalDynamoDbExtension(Engine.IN_PROCESS);

    @Test
    void listTables(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  static final class InContainer {
    @RegisterExtension
    static final LocalDynamoDbExtension LOCAL = new LocalDynamoDbExtension(Engine.CONTAINER);

    @Test
    void listTables(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  static final class S3InProcess {
    @RegisterExtension
    static final LocalS3Extension LOCAL = new LocalS3Extension(Engine.IN_PROCESS);

    @Test
    void listBuckets(S3Client client) {
      assertThat(client.listBuckets().buckets()).isEmpty();
    }
  }

  static final class S3InContainer {
    @RegisterExtension static final LocalS3Extension LOCAL = new LocalS3Extension(Engine.CONTAINER);

    @Test
    void listBuckets(S3Client client) {
      assertThat(client.listBuckets().buckets()).isEmpty();
    }
  }
}
