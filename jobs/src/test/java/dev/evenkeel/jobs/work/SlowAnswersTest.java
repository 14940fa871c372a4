package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

@ExtendWith(LocalDynamoDbExtension.class)
class SlowAnswersTest {
  private final List<String> told = new CopyOnWriteArrayList<>();

  private DynamoDbClient client(DynamoDbClientBuilder builder, int millis) {
    SlowAnswers slow = new SlowAnswers(Duration.ofMillis(millis), told::add);
    return builder
        .httpClientBuilder(Apache5HttpClient.builder())
        .overrideConfiguration(
            all -> all.addExecutionInterceptor(slow).apiCallAttemptTimeout(Duration.ofMillis(1500)))
        .build();
  }

  /** It accepts connections, and that is all. */
  @Test
  void server_thatNeverAnswers_isToldOfWhileItIsWaitedFor(LocalDynamoDb local) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DynamoDbClient client =
            client(
                local
                    .clientBuilder()
                    .endpointOverride(URI.create("http://localhost:" + silent.getLocalPort())),
                300)) {
      assertThatThrownBy(client::listTables).isInstanceOf(SdkClientException.class);

      assertThat(told).isNotEmpty().hasSizeLessThan(10);
      assertThat(told.get(0))
          .startsWith("ListTables has no answer from http://localhost:" + silent.getLocalPort());
    }
  }

  /**
   * A server that has just begun, or a busy machine, may take its second: that call is repeated.
   */
  @Test
  void server_thatAnswers_isNotToldOf(LocalDynamoDb local) throws InterruptedException {
    try (DynamoDbClient client = client(local.clientBuilder(), 1000)) {
      Instant begun;
      do {
        told.clear();
        begun = Instant.now();
        client.listTables();
      } while (begun.plusMillis(500).isBefore(Instant.now()));
      Thread.sleep(1200);
    }
    assertThat(told).isEmpty();
  }
}
