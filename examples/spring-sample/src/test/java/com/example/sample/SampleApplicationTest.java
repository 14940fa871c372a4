package com.example.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Real requests to the application, over an engine whose address is in DYNAMODB_ENDPOINT. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class SampleApplicationTest {
  @Autowired private TestRestTemplate http;

  @Autowired
  @Qualifier("plainDynamoDbClient")
  private DynamoDbClient plain;

  /** Before the application starts, since it looks at its tables then. */
  @DynamicPropertySource
  static void createTables(DynamicPropertyRegistry properties) {
    try (DynamoDbClient client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(System.getenv("DYNAMODB_ENDPOINT")))
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build()) {
      client.createTable(table("hits", part("day", KeyType.HASH), part("at", KeyType.RANGE)));
      client.createTable(table("documents", part("id", KeyType.HASH)));
      client.createTable(table("document_chunks", part("Id", KeyType.HASH)));
      client.createTable(
          table("document_intents", part("Bucket", KeyType.HASH), part("Due", KeyType.RANGE)));
    }
  }

  private static KeySchemaElement part(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static CreateTableRequest table(String name, KeySchemaElement... key) {
    List<AttributeDefinition> attributes =
        List.of(key).stream()
            .map(part -> part.attributeName())
            .map(
                attribute ->
                    AttributeDefinition.builder()
                        .attributeName(attribute)
                        .attributeType(
                            attribute.equals("Bucket")
                                ? ScalarAttributeType.N
                                : ScalarAttributeType.S)
                        .build())
            .toList();
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(key)
        .attributeDefinitions(attributes)
        .build();
  }

  @Test
  void hits_ofOneDay_areSpreadAndReadBackInOrder() {
    for (int i = 0; i < 40; i++) {
      http.put("/hits/2026-11-26/{at}", null, "%03d".formatted(i));
    }

    assertThat(http.getForObject("/hits/2026-11-26", String[].class))
        .containsExactly("039", "038", "037", "036", "035");
    assertThat(plain.scan(scan -> scan.tableName("hits")).items())
        .extracting(item -> item.get("day").s())
        .hasSize(40)
        .allMatch(day -> day.matches("2026-11-26\\.[0-7]"));
    JsonNode calls = http.getForObject("/actuator/metrics/evenkeel.calls?tag=table:hits", JsonNode.class);
    assertThat(calls.at("/measurements/0/value").asInt()).isEqualTo(41);
  }

  @Test
  void document_largerThanAnItem_isReadBackWhole() {
    String body =
        new Random(42)
            .ints(1_000_000, 'a', 'z' + 1)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    http.put("/documents/{id}", body, "report");

    assertThat(http.getForObject("/documents/report", String.class)).isEqualTo(body);
    assertThat(plain.scan(scan -> scan.tableName("document_chunks")).count()).isEqualTo(2);
  }

  @Test
  void health_ofSpecsThatFitTheirTables_isUp() {
    JsonNode health = http.getForObject("/actuator/health", JsonNode.class);

    assertThat(health.at("/status").asText()).isEqualTo("UP");
    assertThat(health.at("/components/evenkeel/status").asText()).isEqualTo("UP");
  }

  /** What Spring Cloud AWS manages, and not what Evenkeel is built with. */
  @Test
  void sdk_isTheOneOfSpringCloudAws() {
    assertThat(VersionInfo.SDK_VERSION).startsWith("2.31.");
  }
}
