package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class HooksTest {
  private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:tables";
  private static final TableEvent EVENT =
      new TableEvent(
          "clicks",
          TableDescription.builder()
              .tableName("clicks_2026-11-20")
              .tableArn("arn:aws:dynamodb:eu-central-1:123456789012:table/clicks_2026-11-20")
              .build(),
          new TimeSpan(
              Instant.parse("2026-11-20T00:00:00Z"), Instant.parse("2026-11-21T00:00:00Z")));
  private static final String JSON =
      "{\"event\":\"active\",\"series\":\"clicks\",\"tableName\":\"clicks_2026-11-20\",\"tableArn\":\"arn:aws:dynamodb:eu-central-1:123456789012:table/clicks_2026-11-20\",\"start\":\"2026-11-20T00:00:00Z\",\"end\":\"2026-11-21T00:00:00Z\"}";

  @TempDir private Path folder;

  @Test
  void command_ofAnEvent_getsItOnItsInputAndInItsEnvironment() throws IOException {
    Path told = folder.resolve("told");
    LifecycleHook hook =
        CommandHook.of(
            HookEvent.ACTIVE,
            "{ cat; echo \"$EVENKEEL_EVENT $EVENKEEL_TABLE_NAME $EVENKEEL_START\"; } > " + told);

    hook.onTableRetiring(EVENT);
    assertThat(told).doesNotExist();
    hook.onTableActive(EVENT);

    assertThat(Files.readString(told))
        .isEqualTo(JSON + "\nactive clicks_2026-11-20 2026-11-20T00:00:00Z\n");
  }

  @Test
  void command_thatFails_failsTheHook() {
    LifecycleHook failing = CommandHook.of(HookEvent.RETIRING, "exit 7");
    assertThatThrownBy(() -> failing.onTableRetiring(EVENT))
        .isInstanceOf(JobException.class)
        .hasMessage("the hook 'exit 7' ended with 7. The next run calls it again.");
    LifecycleHook hanging =
        CommandHook.of(HookEvent.RETIRING, "exec sleep 600", Duration.ofMillis(200), System.err);
    assertThatThrownBy(() -> hanging.onTableRetiring(EVENT))
        .hasMessageContaining("took longer than");
  }

  /** Nor is the output of this process handed down, which would stay open with the child. */
  @Test
  void command_thatLeavesAChildWithItsOutput_isNotWaitedFor() throws IOException {
    PipedOutputStream written = new PipedOutputStream();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(new PipedInputStream(written), UTF_8));
    LifecycleHook hook =
        CommandHook.of(
            HookEvent.ACTIVE, "sleep 600 & echo $!; echo oops >&2", Duration.ofMinutes(5), written);

    hook.onTableActive(EVENT);

    ProcessHandle child = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
    assertThat(child.isAlive()).isTrue();
    assertThat(child.destroyForcibly()).isTrue();
    assertThat(lines.readLine()).isEqualTo("oops");
  }

  @Test
  void topic_getsTheEventAsASignedPublish() throws IOException {
    List<String> bodies = new ArrayList<>();
    List<Headers> headers = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int[] status = {200};
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          headers.add(exchange.getRequestHeaders());
          exchange.sendResponseHeaders(status[0], -1);
          exchange.close();
        });
    server.start();
    LifecycleHook hook =
        TopicHook.at(
            HookEvent.ACTIVE,
            TOPIC,
            URI.create("http://localhost:%d/".formatted(server.getAddress().getPort())),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
    try {
      hook.onTableRetiring(EVENT);
      hook.onTableActive(EVENT);
      status[0] = 403;

      assertThatThrownBy(() -> hook.onTableActive(EVENT)).hasMessageContaining("SNS answered 403");
      assertThat(URLDecoder.decode(bodies.get(0), UTF_8))
          .isEqualTo(
              "Action=Publish&Message=" + JSON + "&TopicArn=" + TOPIC + "&Version=2010-03-31");
      assertThat(headers.get(0).getFirst("Authorization"))
          .contains("AWS4-HMAC-SHA256 Credential=id/", "/eu-central-1/sns/aws4_request");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void topic_thatIsNoneOrElsewhere_isRefused() {
    try (DynamoDbClient local =
        DynamoDbClient.builder()
            .region(Region.EU_CENTRAL_1)
            .endpointOverride(URI.create("http://localhost:8000"))
            .build()) {
      assertThatThrownBy(
              () -> TopicHook.of(HookEvent.ACTIVE, "tables", local.serviceClientConfiguration()))
          .hasMessageContaining("'tables' is no ARN of a topic");
      assertThatThrownBy(
              () -> TopicHook.of(HookEvent.ACTIVE, TOPIC, local.serviceClientConfiguration()))
          .hasMessageContaining("another server's here");
    }
  }
}
