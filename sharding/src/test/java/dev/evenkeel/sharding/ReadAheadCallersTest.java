package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Rows read ahead stay with the settings they were read under, and each page is sent with its own.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ReadAheadCallersTest {
  private static final int SHARDS = 8;
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("events")
          .partitionKey("day")
          .sortKey("at", ScalarAttributeType.N)
          .shards(SHARDS)
          .build();

  private static final ExecutionAttribute<String> TENANT =
      new ExecutionAttribute<>("ReadAheadCallersTest.tenant");

  private final List<QueryRequest> sent = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    DynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    for (int i = 0; i < 400; i++) {
      String at = Integer.toString(i);
      sharded.putItem(
          put -> put.tableName("events").item(Map.of("day", fromS("monday"), "at", fromN(at))));
    }
  }

  private ClientUnderTest open(Kind kind, LocalDynamoDb local) {
    return ShardedClients.open(kind, local, this::note, SPEC);
  }

  private void note(SdkRequest request) {
    sent.add((QueryRequest) request);
  }

  private static QueryRequest.Builder query(@Nullable QueryResponse after) {
    return QueryRequest.builder()
        .tableName("events")
        .keyConditionExpression("#d = :d")
        .expressionAttributeNames(Map.of("#d", "day"))
        .expressionAttributeValues(Map.of(":d", fromS("monday")))
        .limit(10)
        .exclusiveStartKey(after == null ? null : after.lastEvaluatedKey());
  }

  private static QueryRequest with(
      @Nullable QueryResponse after, @Nullable AwsRequestOverrideConfiguration settings) {
    return query(after).overrideConfiguration(settings).build();
  }

  private static AwsRequestOverrideConfiguration settings(
      Consumer<AwsRequestOverrideConfiguration.Builder> settings) {
    AwsRequestOverrideConfiguration.Builder builder = AwsRequestOverrideConfiguration.builder();
    settings.accept(builder);
    return builder.build();
  }

  /** Settings of callers that must be kept apart. */
  private static Stream<Arguments> ownSettings() {
    List<Consumer<AwsRequestOverrideConfiguration.Builder>> all =
        List.of(
            own -> own.putHeader("x-tenant", "7"),
            own -> own.putRawQueryParameter("tenant", "7"),
            own -> own.apiCallTimeout(Duration.ofMinutes(1)),
            own -> own.apiCallAttemptTimeout(Duration.ofMinutes(1)),
            own -> own.addApiName(name -> name.name("caller").version("7")),
            own -> own.addPlugin(client -> {}),
            own -> own.putExecutionAttribute(TENANT, "7"));
    return Arrays.stream(Kind.values())
        .flatMap(kind -> all.stream().map(settings -> Arguments.of(kind, settings(settings))));
  }

  private void assertSentAlike(QueryRequest asked) {
    assertThat(sent)
        .allSatisfy(
            request -> {
              assertThat(request.overrideConfiguration()).isEqualTo(asked.overrideConfiguration());
              assertThat(request.returnConsumedCapacityAsString())
                  .isEqualTo(asked.returnConsumedCapacityAsString());
            });
  }

  private QueryResponse page(ClientUnderTest tested, QueryRequest request) {
    sent.clear();
    QueryResponse page = tested.call(request);
    assertSentAlike(request);
    return page;
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("ownSettings")
  void query_pageWithOtherSettings_isReadAfreshUnderThem(
      Kind kind, AwsRequestOverrideConfiguration own, LocalDynamoDb local) {
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse first = page(tested, with(null, null));
      QueryResponse second = page(tested, with(first, own));
      assertThat(sent).hasSizeGreaterThanOrEqualTo(SHARDS);
      page(tested, with(second, null));
      assertThat(sent).hasSizeGreaterThanOrEqualTo(SHARDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_otherCredentials_getNothingThatWasReadUnderFirst(Kind kind, LocalDynamoDb local) {
    AwsRequestOverrideConfiguration stranger =
        settings(
            own ->
                own.credentialsProvider(
                    StaticCredentialsProvider.create(
                        AwsBasicCredentials.create("stranger", "secret"))));
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse first = page(tested, with(null, null));
      QueryRequest second = with(first, stranger);
      assertThatThrownBy(() -> tested.call(second))
          .as("the local engine shows no tables of other access keys")
          .isInstanceOf(ResourceNotFoundException.class);
    }
  }

  /** One provider may stand for many callers, for instance by thread. */
  @ParameterizedTest
  @EnumSource
  void query_ownCredentials_leaveNothingBehind(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    var credentials = plain.serviceClientConfiguration().credentialsProvider();
    AwsRequestOverrideConfiguration own = settings(s -> s.credentialsProvider(credentials));
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse first = page(tested, with(null, own));
      page(tested, with(first, own));
      assertThat(sent).hasSizeGreaterThanOrEqualTo(SHARDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_capacityAskedOnSomePages_isToldOnThose(Kind kind, LocalDynamoDb local) {
    List<ReturnConsumedCapacity> asked =
        Arrays.asList(
            null,
            ReturnConsumedCapacity.TOTAL,
            ReturnConsumedCapacity.NONE,
            ReturnConsumedCapacity.INDEXES);
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse page = null;
      int requests = 0;
      int pages = 0;
      do {
        ReturnConsumedCapacity capacity = asked.get(pages++ % asked.size());
        page = page(tested, query(page).returnConsumedCapacity(capacity).build());
        requests += sent.size();
        boolean isReported =
            capacity == ReturnConsumedCapacity.TOTAL || capacity == ReturnConsumedCapacity.INDEXES;
        assertThat(page.consumedCapacity() != null).as("page %d", pages).isEqualTo(isReported);
      } while (!page.lastEvaluatedKey().isEmpty());
      assertThat(requests).as("rows read ahead were used").isLessThan(pages * SHARDS / 2);
    }
  }

  /** Such pages ask for the capacity in any case, to know what they evaluate. */
  @ParameterizedTest
  @EnumSource
  void query_capacityOfProjectedPages_isToldWhereAsked(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse page = null;
      for (int i = 0; i < 6; i++) {
        boolean asked = i % 2 == 1;
        QueryRequest.Builder next = query(page).projectionExpression("#d");
        page = tested.call(asked ? next.returnConsumedCapacity("TOTAL").build() : next.build());
        assertThat(page.consumedCapacity() != null).as("page %d", i).isEqualTo(asked);
      }
    }
  }

  /** The SDK's paginators and its Enhanced Client name themselves on each request. */
  @ParameterizedTest
  @EnumSource
  void query_sameNamesAndTimeoutsOnEachPage_readsAhead(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest tested = open(kind, local)) {
      QueryResponse page = null;
      int requests = 0;
      int pages = 0;
      do {
        AwsRequestOverrideConfiguration named =
            settings(
                own ->
                    own.addApiName(name -> name.name("PAGINATED").version("2"))
                        .apiCallTimeout(Duration.ofMinutes(1)));
        page = page(tested, with(page, named));
        requests += sent.size();
        pages++;
      } while (!page.lastEvaluatedKey().isEmpty());
      assertThat(requests).isLessThan(pages * SHARDS / 2);
    }
  }
}
