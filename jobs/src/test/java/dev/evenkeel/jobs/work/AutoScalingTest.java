package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Against a server of the test's own that answers as the API reference says. */
class AutoScalingTest {
  private final List<JsonNode> asked = new ArrayList<>();
  private final List<Headers> headers = new ArrayList<>();
  private final Deque<String> answers = new ArrayDeque<>();
  private int status = 200;
  private HttpServer server;
  private AutoScaling scaling;

  @BeforeEach
  void begin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes()));
          headers.add(exchange.getRequestHeaders());
          byte[] answer =
              answers.isEmpty() ? new byte[] {'{', '}'} : answers.poll().getBytes(UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    scaling =
        AutoScaling.at(
            URI.create("http://localhost:%d/".formatted(server.getAddress().getPort())),
            Region.EU_CENTRAL_1,
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private static ObservedTable table(String name, String... indexes) {
    TableDescription.Builder table =
        TableDescription.builder().tableName(name).tableStatus(TableStatus.ACTIVE);
    table.globalSecondaryIndexes(
        List.of(indexes).stream()
            .map(
                index ->
                    software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription
                        .builder()
                        .indexName(index)
                        .build())
            .toList());
    return ObservedTable.of(table.build(), Ownership.OURS);
  }

  private Set<String> among(ObservedTable... tables) {
    return scaling.among(List.of(tables)).toCompletableFuture().join();
  }

  @Test
  void among_tablesAndIndexes_asksForBothAndReadsAllPages() {
    answers.add(
        """
        {"ScalableTargets": [{"ResourceId": "table/a", "ScalableDimension": "dynamodb:table:WriteCapacityUnits"}],
         "NextToken": "more"}""");
    answers.add("{\"ScalableTargets\": [{\"ResourceId\": \"table/b/index/by-user\"}]}");

    assertThat(among(table("a"), table("b", "by-user"), table("c")))
        .containsExactlyInAnyOrder("a", "b");

    assertThat(asked).hasSize(2);
    assertThat(asked.get(0).toString())
        .isEqualTo(
            "{\"ServiceNamespace\":\"dynamodb\",\"ResourceIds\":[\"table/a\",\"table/b\",\"table/b/index/by-user\",\"table/c\"]}");
    assertThat(asked.get(1).path("NextToken").asText()).isEqualTo("more");
    assertThat(headers.get(0).getFirst("X-Amz-Target"))
        .isEqualTo("AnyScaleFrontendService.DescribeScalableTargets");
    assertThat(headers.get(0).getFirst("Content-Type")).isEqualTo("application/x-amz-json-1.1");
    assertThat(headers.get(0).getFirst("Authorization"))
        .contains("Credential=id/", "/eu-central-1/application-autoscaling/aws4_request");
  }

  @Test
  void among_manyTables_asksForSomeAtATime() {
    ObservedTable[] tables =
        IntStream.range(0, 60).mapToObj(i -> table("t" + i)).toArray(ObservedTable[]::new);

    assertThat(among(tables)).isEmpty();
    assertThat(asked)
        .extracting(request -> request.path("ResourceIds").size())
        .containsExactly(25, 25, 10);
  }

  @Test
  void among_itIsDenied_saysSo() {
    status = 400;
    answers.add("{\"__type\":\"AccessDeniedException\"}");

    assertThatThrownBy(() -> among(table("a")))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("AccessDeniedException")
        .hasMessageContaining("evenkeel iam");
  }
}
