package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Workers as AWS Batch and Kubernetes start them: their index is in the environment. */
@Tag("deep")
@ExtendWith(LocalDynamoDbExtension.class)
class WorkerIndexJarIT {
  private static final String BATCH = "AWS_BATCH_JOB_ARRAY_INDEX";
  private static final String KUBERNETES = "JOB_COMPLETION_INDEX";

  /** Tables of a region are its own. */
  private static final String REGION = "workers";

  @TempDir private Path folder;
  private final LocalDynamoDb local;

  WorkerIndexJarIT(LocalDynamoDb local) {
    this.local = local;
  }

  /** With a record of the table, so that its name is known. */
  @BeforeAll
  static void createLayouts(LocalDynamoDb local) {
    try (DynamoDbClient client =
        local
            .clientBuilder()
            .region(Region.of(REGION))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build()) {
      LayoutStore store =
          LayoutStore.builder(client).times(Duration.ofSeconds(1), Duration.ofSeconds(1)).build();
      store.createTable();
      client.createTable(
          CreateTableRequest.builder()
              .tableName("clicks")
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(text("page"), text("at"))
              .keySchema(key("page", KeyType.HASH), key("at", KeyType.RANGE))
              .build());
      ShardingSpec spec =
          ShardingSpec.builder("clicks")
              .partitionKey("page")
              .sortKey("at")
              .shards(1)
              .layoutFrom(store)
              .build();
      LayoutEditor.of(spec, client).ready();
    }
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private Ended work(@Nullable String batch, @Nullable String kubernetes, String... more)
      throws IOException, InterruptedException {
    Jar jar =
        new Jar(folder)
            .with("AWS_REGION", REGION)
            .with("AWS_ENDPOINT_URL_DYNAMODB", local.endpoint());
    if (batch != null) {
      jar.with(BATCH, batch);
    }
    if (kubernetes != null) {
      jar.with(KUBERNETES, kubernetes);
    }
    return jar.run(
        Stream.concat(
                Stream.of("work", "--table", "clicks", "--partition-key", "page"),
                Stream.concat(
                    Stream.of("--sort-key", "at", "--lease", "1s", "--late", "1s", "-o", "json"),
                    Stream.of(more)))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({",,0", "3,,3", ",5,5", "3,5,3"})
  void worker_withAnIndexInTheEnvironment_hasThat(
      @Nullable String batch, @Nullable String kubernetes, int index) throws Exception {
    Ended ended = work(batch, kubernetes);

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.json().path("worker").asInt(-1)).isEqualTo(index);
  }

  @ParameterizedTest
  @CsvSource({"three,5", ",2.5", ",''"})
  void worker_withAnIndexThatIsNone_isRefused(@Nullable String batch, String kubernetes)
      throws Exception {
    Ended ended = work(batch, kubernetes);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .hasLineCount(1)
        .contains("'%s'".formatted(batch == null ? kubernetes : batch))
        .contains(List.of("--index", BATCH, KUBERNETES));
    assertThat(work(batch, kubernetes, "--index", "7").json().path("worker").asInt(-1))
        .isEqualTo(7);
  }
}
