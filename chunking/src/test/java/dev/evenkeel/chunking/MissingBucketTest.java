package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket that is missing or another's: reported by name, before any item is written. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingBucketTest {
  private static final String OWNER = "123456789012";

  private Fixture fixture;
  private S3Client stranger;
  private S3AsyncClient strangerAsync;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    StaticCredentialsProvider unknown =
        StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "knows"));
    stranger = s3.clientBuilder().credentialsProvider(unknown).build();
    strangerAsync = s3.asyncClientBuilder().credentialsProvider(unknown).build();
  }

  @AfterAll
  void close() {
    fixture.close();
    stranger.close();
    strangerAsync.close();
  }

  List<Arguments> buckets() {
    ChunkingSpec missing =
        fixture.spec().bucket(BucketSpec.builder("no-such-bucket").build()).build();
    ChunkingSpec owned = owned();
    List<Arguments> all = new ArrayList<>();
    for (OutsideWriting writing : OutsideWriting.values()) {
      for (ClientUnderTest client : fixture.clients(missing)) {
        all.add(Arguments.of(client, writing, Reason.BUCKET_MISSING, "Create the bucket"));
      }
      for (ClientUnderTest client : strangers(owned)) {
        all.add(Arguments.of(client, writing, Reason.ACCESS_DENIED, "account " + OWNER + "'s"));
      }
    }
    return all;
  }

  private ChunkingSpec owned() {
    return fixture
        .spec()
        .bucket(BucketSpec.builder(fixture.bucket).expectedBucketOwner(OWNER).build())
        .build();
  }

  /** S3 answers 403 to those who may not, and to those who expect another owner. */
  private List<ClientUnderTest> strangers(ChunkingSpec spec) {
    return List.of(
        ChunkingClients.sync(fixture.plain, stranger, builder -> builder.table(spec)),
        ChunkingClients.async(fixture.plainAsync, strangerAsync, builder -> builder.table(spec)));
  }

  @ParameterizedTest(name = "{1}: {2}")
  @MethodSource("buckets")
  void write_bucketIsNotThereOrAnothers_isToldByNameAndNothingWritten(
      ClientUnderTest client, OutsideWriting writing, Reason reason, String remedy) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);

    Throwable failure = catchThrowable(() -> client.call(writing.of(key, "image")));

    assertThat(failure)
        .hasFieldOrPropertyWithValue("reason", reason)
        .hasMessageContaining(remedy)
        .hasMessageContaining("bucket");
    assertThat(fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).hasItem())
        .isFalse();
  }

  List<ClientUnderTest> readersOfObjects() {
    return strangers(owned());
  }

  @ParameterizedTest
  @MethodSource("readersOfObjects")
  void read_bucketIsAnothers_isToldByName(ClientUnderTest client) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    fixture.sync(owned()).call(OutsideWriting.PUT.of(key, "image"));

    assertThatThrownBy(
            () -> client.call(GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build()))
        .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED)
        .hasMessageContaining(OWNER);
  }

  List<ClientUnderTest> ownedFaces() {
    return fixture.clients(owned());
  }

  /** A payload that cannot be deleted stays noted. */
  @ParameterizedTest
  @MethodSource("ownedFaces")
  void sweep_bucketIsAnothers_saysSoAndKeepsTheIntent(ClientUnderTest client) {
    ChunkingSpec spec = owned().toBuilder().grace(Duration.ZERO).build();
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    client.call(OutsideWriting.PUT.of(key, "image"));
    ClientUnderTest quick = fixture.sync(spec);
    quick.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(key).build());
    int objects = fixture.objects().size();

    OrphanSweeper sweeper =
        OrphanSweeper.builder(fixture.plain).s3(stranger).table(spec).dryRun(false).build();

    assertThat(sweeper.sweep().failure())
        .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED);
    assertThat(fixture.objects()).hasSize(objects);
    assertThat(fixture.stored(Fixture.INTENTS))
        .anySatisfy(intent -> assertThat(intent.toString()).contains(key.get("id").s()));
  }
}
