package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.jobs.work.JobException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** AWS is AWS, also by an endpoint of one's own; only elsewhere are rehearsals. */
class ClientsTest {
  private static final String LOCAL = "http://localhost:8000";
  private final Clients clients = Clients.ofTheSdk();

  private static Connection to(String endpoint) {
    URI uri = endpoint == null ? null : URI.create(endpoint);
    return new Connection("eu-central-1", uri, uri);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "https://dynamodb.eu-central-1.amazonaws.com",
        "https://vpce-0a1b2c-3d4e.dynamodb.eu-central-1.vpce.amazonaws.com:443/",
        "https://dynamodb-fips.us-gov-west-1.amazonaws.com",
        "https://123456789012.ddb.eu-central-1.api.aws",
        "https://dynamodb.cn-north-1.amazonaws.com.cn"
      })
  void clients_atAws_rehearseNothingAndAskForScalableTargets(String endpoint) {
    Clients rehearsing = Clients.rehearsing(clients, "--at");

    assertThatThrownBy(() -> rehearsing.dynamodb(to(endpoint)))
        .isInstanceOf(JobException.class)
        .hasMessageStartingWith("--at would have AWS's DynamoDB go by a clock that is wrong");
    assertThatThrownBy(() -> rehearsing.s3(to(endpoint)))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("AWS's S3");
    try (DynamoDbClient client = clients.dynamodb(to(endpoint))) {
      assertThat(clients.scalableTargets(client)).isNotNull();
    }
  }

  @Test
  void clients_elsewhere_rehearseAndAskForNoTargets() {
    try (DynamoDbClient client = Clients.rehearsing(clients, "--at").dynamodb(to(LOCAL));
        S3Client s3 = Clients.rehearsing(clients, "--at").s3(to(LOCAL))) {
      assertThat(clients.scalableTargets(client)).isNull();
      assertThat(s3.serviceClientConfiguration().endpointOverride()).contains(URI.create(LOCAL));
    }
  }

  /** It comes from where only the client knows, such as a profile. */
  @Test
  void clients_whoseEndpointIsNoOption_areWhereTheSdkHasThem() {
    System.setProperty("aws.endpointUrlDynamoDb", LOCAL);
    try (DynamoDbClient client = Clients.rehearsing(clients, "--at").dynamodb(to(null))) {
      assertThat(clients.scalableTargets(client)).isNull();
    } finally {
      System.clearProperty("aws.endpointUrlDynamoDb");
    }
  }
}
