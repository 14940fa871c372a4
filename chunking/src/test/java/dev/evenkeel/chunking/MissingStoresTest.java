package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Stores that are missing, or differ from the spec: reported by name, before any item is written.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingStoresTest {
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
    fixture.createTable("OddChunks", KeyAttribute.ofString("Key"));
    fixture.createTable("SortedChunks", KeyAttribute.ofString("Id"), KeyAttribute.ofString("Sort"));
    fixture.createTable(
        "OddIntents", KeyAttribute.ofString("Bucket"), KeyAttribute.ofString("Due"));
  }

  @AfterAll
  void close() {
    fixture.close();
    stranger.close();
    strangerAsync.close();
  }

  /** Every way to bring a value outside. */
  enum Writing {
    PUT,
    UPDATE,
    BATCH,
    TRANSACTION;

    DynamoDbRequest of(Map<String, AttributeValue> key, String attribute) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put(attribute, noise(2000));
      return switch (this) {
        case PUT -> PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
        case UPDATE ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("SET #a = :v")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":v", item.get(attribute)))
                .build();
        case BATCH ->
            BatchWriteItemRequest.builder()
                .requestItems(
                    Map.of(
                        Fixture.DOCS,
                        List.of(WriteRequest.builder().putRequest(p -> p.item(item)).build())))
                .build();
        case TRANSACTION ->
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(Fixture.DOCS).item(item))
                        .build())
                .build();
      };
    }
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  private ChunkingSpec chunks(String table) {
    return fixture.spec().chunkTable(ChunkTableSpec.of(table).withChunkBytes(700)).build();
  }

  private ChunkingSpec intents(String table) {
    return fixture.spec().intentTable(IntentTableSpec.of(table)).build();
  }

  private List<Arguments> cases(List<Arguments> specs, Writing... writings) {
    List<Arguments> all = new ArrayList<>();
    for (Arguments each : specs) {
      ChunkingSpec spec = (ChunkingSpec) each.get()[0];
      for (ClientUnderTest client : fixture.clients(spec)) {
        for (Writing writing : writings) {
          all.add(Arguments.of(client, writing, each.get()[1], each.get()[2]));
        }
      }
    }
    return all;
  }

  List<Arguments> tables() {
    List<Arguments> all =
        cases(
            List.of(
                Arguments.of(chunks("NoChunks"), "'NoChunks' for chunks", "none of that name"),
                Arguments.of(chunks("OddChunks"), "'OddChunks' for chunks", "other keys"),
                Arguments.of(chunks("SortedChunks"), "'SortedChunks' for chunks", "other keys"),
                Arguments.of(intents("NoIntents"), "'NoIntents' for intents", "none of that name"),
                Arguments.of(intents("OddIntents"), "'OddIntents' for intents", "other keys")),
            Writing.values());
    all.addAll(
        cases(
            List.of(Arguments.of(whole(chunks("NoChunks")), "'NoChunks'", "none of that name")),
            Writing.PUT,
            Writing.UPDATE,
            Writing.BATCH));
    return all;
  }

  private static ChunkingSpec whole(ChunkingSpec spec) {
    return spec.toBuilder().commit(CommitMode.TRANSACTION).build();
  }

  @ParameterizedTest(name = "{1}: {2}, {3}")
  @MethodSource("tables")
  void write_tableIsNotThereOrHasOtherKeys_isToldByNameAndNothingWritten(
      ClientUnderTest client, Writing writing, String table, String problem) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);

    assertThatThrownBy(() -> client.call(writing.of(key, "body")))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContainingAll(table, problem, "correct the spec");

    assertThat(fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).hasItem())
        .isFalse();
  }

  List<Arguments> readers() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : fixture.clients(chunks("NoChunks"))) {
      all.add(Arguments.of(client, "none of that name"));
    }
    for (ClientUnderTest client : fixture.clients(chunks("OddChunks"))) {
      all.add(Arguments.of(client, "other keys"));
    }
    return all;
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("readers")
  void read_tableIsNotThereOrHasOtherKeys_isToldByName(ClientUnderTest client, String problem) {
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    fixture.sync(fixture.spec().build()).call(Writing.PUT.of(key, "body"));

    assertThatThrownBy(
            () -> client.call(GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build()))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContainingAll("Chunks' for chunks", problem);
  }

  List<Arguments> buckets() {
    ChunkingSpec missing =
        fixture.spec().bucket(BucketSpec.builder("no-such-bucket").build()).build();
    ChunkingSpec owned = owned();
    List<Arguments> all = new ArrayList<>();
    for (Writing writing : Writing.values()) {
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
      ClientUnderTest client, Writing writing, Reason reason, String remedy) {
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
    fixture.sync(owned()).call(Writing.PUT.of(key, "image"));

    assertThatThrownBy(
            () -> client.call(GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build()))
        .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED)
        .hasMessageContaining(OWNER);
  }

  List<ClientUnderTest> ownedFaces() {
    return fixture.clients(owned());
  }

  @Test
  void sweep_tableIsNotThere_isToldByName() {
    assertThatThrownBy(() -> sweeper(intents("NoIntents")).sweep())
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContaining("'NoIntents' for intents");
    assertThatThrownBy(() -> sweeper(chunks("NoChunks")).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContaining("'NoChunks' for chunks");
  }

  private OrphanSweeper sweeper(ChunkingSpec spec) {
    return OrphanSweeper.builder(fixture.plain).s3(fixture.s3).table(spec).build();
  }

  /** A payload that cannot be deleted stays noted. */
  @ParameterizedTest
  @MethodSource("ownedFaces")
  void sweep_bucketIsAnothers_saysSoAndKeepsTheIntent(ClientUnderTest client) {
    ChunkingSpec spec = owned().toBuilder().grace(Duration.ZERO).build();
    Map<String, AttributeValue> key = Fixture.key("item" + items++, 1);
    client.call(Writing.PUT.of(key, "image"));
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
