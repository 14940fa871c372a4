package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.simulator.advise.SharedAdvisor.Status;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** The advice of several processes is that of one, whoever dies, stops or comes twice. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedAdvisorTest {
  private static final String TABLE = "visits";
  private static final int ITEMS = 2_000;

  /** A worker's seconds are that much shorter, so that nobody waits for a lease. */
  private static final int HASTE = 100;

  /** So that a page is one request, and workers take each other for dead all the time. */
  private static final int HURRY = 1_000_000;

  private final DynamoDbClient client;
  private final S3Client s3;
  private final BucketSpec bucket;
  private final AtomicInteger names = new AtomicInteger();

  SharedAdvisorTest(LocalDynamoDb dynamoDb, LocalS3 local, S3Client s3) {
    this.client = dynamoDb.isolated().client();
    this.s3 = s3;
    this.bucket = BucketSpec.builder(local.newBucket()).prefix("advice/of visits/").build();
  }

  @BeforeAll
  void fill() {
    create(TABLE, "id", "at");
    create("empty", "id", "at");
    create("control", "pk", "sk");
    List<WriteRequest> batch = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "id", text(i % 4 == 0 ? "popular" : "visitor-" + i % 300),
              "at", text("%06d".formatted(i)),
              "country", text(i % 3 == 0 ? "FRA" : "USA"),
              "body", text("x".repeat(i % 500)));
      batch.add(WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      if (batch.size() == 25) {
        List<WriteRequest> writes = List.copyOf(batch);
        client.batchWriteItem(write -> write.requestItems(Map.of(TABLE, writes)));
        batch.clear();
      }
    }
  }

  private void create(String table, String partitionKey, String sortKey) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(partitionKey, "HASH"), key(sortKey, "RANGE"))
                .attributeDefinitions(
                    attribute(partitionKey), attribute(sortKey), attribute("country"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byCountry")
                        .keySchema(key("country", "HASH"))
                        .projection(projection -> projection.projectionType("KEYS_ONLY"))
                        .build()));
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  @AfterAll
  void close() {
    client.close();
  }

  private SharedPass pass() {
    return SharedPass.of("control", "pass" + names.incrementAndGet()).segments(9).lanes(2);
  }

  private SharedAdvisor advisor(DynamoDbClient used, long itemsMax, int haste) {
    return new SharedAdvisor(used, s3, bucket, TABLE, itemsMax, () -> System.nanoTime() * haste);
  }

  private SharedAdvisor advisor() {
    return SharedAdvisor.of(client, s3, bucket, TABLE, 0);
  }

  private void assertWhole(Optional<TableAdvice> advice) {
    TableAdvice alone = TableAdvisor.builder(client, TABLE).itemsMax(0).build().advise();
    assertThat(advice).isPresent();
    assertThat(advice.get().advice()).isEqualTo(alone.advice());
    assertThat(advice.get().sample().items()).isEqualTo(ITEMS);
    assertThat(advice.get().sample().whole()).isTrue();
    assertThat(advice.get().sample().segments()).isEqualTo(9);
    assertThat(advice.get().sample().segmentsEnded()).isEqualTo(9);
    assertThat(advice.get().sample().units()).isGreaterThan(50);
  }

  private List<String> files(SharedPass pass) {
    return s3
        .listObjectsV2(list -> list.bucket(bucket.bucket()).prefix(bucket.fullKey(pass.name())))
        .contents()
        .stream()
        .map(object -> object.key())
        .toList();
  }

  /** A client that sees each request. */
  private DynamoDbClient seeing(Consumer<Object> seen) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments.length > 0) {
                seen.accept(arguments[0]);
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void advise_alone_isTheAdviceOfATableAdvisor() {
    assertWhole(advisor().advise(pass()));
  }

  @Tag("deep")
  @Test
  void advise_severalProcessesThatTakeEachOtherForDead_isTheAdviceOfOne() {
    SharedPass pass = pass().unitsPerSecond(100_000.0);
    List<CompletableFuture<Optional<TableAdvice>>> all =
        IntStream.range(0, 3)
            .mapToObj(
                process ->
                    CompletableFuture.supplyAsync(() -> advisor(client, 0, HURRY).advise(pass)))
            .toList();

    all.forEach(advice -> assertWhole(advice.join()));
    assertThat(files(pass)).hasSizeGreaterThan(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 15, 25, 40})
  void advise_processDies_anotherGoesOn(int requests) {
    SharedPass pass = pass();
    AtomicInteger sent = new AtomicInteger();
    DynamoDbClient dying =
        seeing(
            request -> {
              if (sent.incrementAndGet() > requests) {
                throw new IllegalStateException("dead");
              }
            });

    assertThatThrownBy(() -> advisor(dying, 0, HASTE).advise(pass)).hasMessageContaining("dead");

    assertWhole(advisor(client, 0, HASTE).advise(pass));
  }

  @Test
  void advise_stopped_goesOnWhereItWas() {
    SharedPass pass = pass();
    AtomicInteger looks = new AtomicInteger();

    assertThat(advisor().advise(pass.until(() -> looks.incrementAndGet() > 12))).isEmpty();

    Status status = advisor().status(pass);
    assertThat(status.isDone()).isFalse();
    assertThat(status.items()).isBetween(1L, ITEMS - 1L);
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_over_readsTheTableNoMore() {
    SharedPass pass = pass();
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient counting =
        seeing(request -> scans.addAndGet(request instanceof ScanRequest ? 1 : 0));
    assertWhole(advisor(counting, 0, 1).advise(pass));
    int before = scans.get();

    assertWhole(advisor(counting, 0, 1).advise(pass));

    assertThat(scans).hasValue(before).hasPositiveValue();
  }

  @Test
  void advise_onAPart_stopsAfterIt() {
    TableAdvice advice = advisor(client, 450, 1).advise(pass()).orElseThrow();

    assertThat(advice.sample().items()).isBetween(400L, 450L);
    assertThat(advice.sample().whole()).isFalse();
    assertThat(advice.sample().segmentsEnded()).isLessThan(9);
    assertThat(advice.advice().statistics().requests()).isEqualTo(advice.sample().items());
  }

  @Test
  void advise_ofATableWithoutItems_hasNone() {
    SharedAdvisor advisor = SharedAdvisor.of(client, s3, bucket, "empty", 0);
    SharedPass pass = pass();

    assertThat(advisor.advise(pass).orElseThrow().sample().items()).isZero();
    assertThat(files(pass)).isEmpty();
  }

  @Test
  void joining_aPassThatHasBegun_takesPart() {
    SharedPass pass = pass();
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
    AtomicInteger looks = new AtomicInteger();
    assertThat(advisor().advise(pass.until(() -> looks.incrementAndGet() > 12))).isEmpty();

    SharedAdvisor joined = SharedAdvisor.joining(pass, client, s3).orElseThrow();
    Status status = joined.work(pass);

    assertThat(joined.tableName()).isEqualTo(TABLE);
    assertThat(status).isEqualTo(new Status(9, 9, ITEMS, true)).isEqualTo(joined.status(pass));
    assertWhole(advisor().advise(pass));
  }

  @Test
  void work_onAPassThatNobodyHasBegun_beginsNone() {
    SharedPass pass = pass();

    assertThat(advisor().work(pass)).isEqualTo(new Status(0, 0, 0, false));
    assertThat(advisor().status(pass).segments()).isZero();
  }

  @Test
  void advise_byOtherSettings_isRefusedUntilItIsForgotten() {
    SharedPass pass = pass();
    assertThat(advisor(client, 450, 1).advise(pass)).isPresent();

    assertThatThrownBy(() -> advisor().advise(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'advice on visits, 450 items, in s3://")
        .hasMessageContaining("take another name");

    advisor(client, 450, 1).forget(pass);
    assertThat(files(pass)).isEmpty();
    assertWhole(advisor().advise(pass));
  }

  /** A request is as large as its share of the rate lets it be, and not as small as the first. */
  @Test
  void advise_atARate_readsPagesOfSomeUnits() {
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient counting =
        seeing(request -> scans.addAndGet(request instanceof ScanRequest ? 1 : 0));

    TableAdvice advice = advisor(counting, 0, 1).advise(pass().unitsPerSecond(2_000.0)).get();

    assertThat(advice.sample().items()).isEqualTo(ITEMS);
    assertThat(scans.get()).isLessThan(ITEMS / 50);
  }

  @Test
  void advise_throttledUntilItStops_keepsWhatItHas() {
    SharedPass pass = pass().unitsPerSecond(2_000.0);
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient throttled =
        seeing(
            request -> {
              if (request instanceof ScanRequest && scans.incrementAndGet() > 3) {
                throw ProvisionedThroughputExceededException.builder().message("slow down").build();
              }
            });

    assertThat(advisor(throttled, 0, 1).advise(pass.until(() -> scans.get() > 5))).isEmpty();

    assertThat(advisor().status(pass).items()).isPositive();
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_intoABucketThatIsNotThere_failsBeforeAnythingIsWritten() {
    SharedPass pass = pass();
    BucketSpec none = BucketSpec.builder("no-such-bucket-here").build();

    assertThatThrownBy(() -> SharedAdvisor.of(client, s3, none, TABLE, 0).advise(pass))
        .isInstanceOf(ObjectStoreException.class);
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
  }

  @Test
  void forget_whatOthersHaveInTheFolder_isLeft() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    String folder = bucket.fullKey(pass.name()) + "/";
    List<String> others =
        List.of(folder + "data", folder + "s000001/x", folder + "sub/s000000-" + UUID.randomUUID());
    others.forEach(
        key ->
            s3.putObject(put -> put.bucket(bucket.bucket()).key(key), RequestBody.fromString("")));

    advisor().forget(pass);

    assertThat(files(pass)).containsExactlyInAnyOrderElementsOf(others);
    assertThat(advisor().status(pass).segments()).isZero();
  }

  @Test
  void forget_aJobOfAnotherKindOrTable_isRefused() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    SharedAdvisor other = SharedAdvisor.of(client, s3, bucket, "empty", 0);

    assertThatThrownBy(() -> other.forget(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'advice on visits, 0 items");
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_aJobThatIsNoNameOfAFolder_isRefusedBeforeAnythingIsSent() {
    AtomicInteger sent = new AtomicInteger();
    SharedPass pass = SharedPass.of("control", "..");

    assertThatThrownBy(() -> advisor(seeing(request -> sent.incrementAndGet()), 0, 1).advise(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'../s000000'");
    assertThat(sent).hasValue(0);
  }

  @Test
  void advise_ofAFileThatIsGone_fails() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    s3.deleteObject(delete -> delete.bucket(bucket.bucket()).key(files(pass).get(0)));

    assertThatThrownBy(() -> advisor().advise(pass))
        .isInstanceOfSatisfying(
            ObjectStoreException.class,
            failure ->
                assertThat(failure.reason()).isEqualTo(ObjectStoreException.Reason.OBJECT_MISSING));
  }

  @Test
  void advise_onNoTable_failsBeforeAnythingIsWritten() {
    SharedPass pass = pass();
    SharedAdvisor none = SharedAdvisor.of(client, s3, bucket, "none", 0);

    assertThatThrownBy(() -> none.advise(pass)).isInstanceOf(ResourceNotFoundException.class);
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
  }

  /** Nothing of the table but the keys where segments go on is in the control table. */
  @Test
  void advise_over_leavesNoKeyInTheControlTable() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();

    assertThat(client.scan(scan -> scan.tableName("control").consistentRead(true)).items())
        .hasSizeGreaterThan(9)
        .noneMatch(
            row -> row.toString().contains("visitor-") || row.toString().contains("popular"));
  }
}
