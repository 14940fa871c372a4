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

  @Test
  void server_thatAnswers_isNotToldOf(LocalDynamoDb local) throws InterruptedException {
    try (DynamoDbClient client = client(local.clientBuilder(), 1000)) {
      client.listTables();
      Thread.sleep(1200);
    }
    assertThat(told).isEmpty();
  }
}
