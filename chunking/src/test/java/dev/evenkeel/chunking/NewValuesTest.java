package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The new values of an update that brings a value outside, while others write the item too. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NewValuesTest {
  private static final int CALLERS = 4;
  private static final int UPDATES = 8;
  private static final AttributeValue OURS = noise(2000);
  private static final AttributeValue THEIRS = noise(2001);

  private final OtherCaller others = new OtherCaller();
  private Fixture fixture;
  private DynamoDbClient quiet;
  private ClientUnderTest other;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3, others);
    quiet = fixture.local.client();
    other = ChunkingClients.sync(quiet, fixture.s3, builder -> builder.table(spec()));
  }

  @AfterAll
  void close() {
    quiet.close();
    fixture.close();
  }

  private ChunkingSpec spec() {
    return fixture.spec().build();
  }

  List<ClientUnderTest> clients() {
    List<ClientUnderTest> clients = new ArrayList<>(fixture.clients(spec()));
    clients.addAll(fixture.clients(fixture.spec().commit(CommitMode.TRANSACTION).build()));
    return clients;
  }

  /** An item with a counter, a tag and a document. */
  private Map<String, AttributeValue> stored() {
    Map<String, AttributeValue> key = Fixture.key("new", items++);
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("num", AttributeValue.fromN("1"));
    item.put("tag", AttributeValue.fromS("before"));
    item.put("list", AttributeValue.fromL(List.of(AttributeValue.fromS("first"))));
    other.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    return key;
  }

  private static UpdateItemRequest update(Map<String, AttributeValue> key, ReturnValue wanted) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(key)
        .updateExpression("SET body = :b, #l = list_append(#l, :l), seen = tag ADD num :one")
        .expressionAttributeNames(Map.of("#l", "list"))
        .expressionAttributeValues(
            Map.of(
                ":b", OURS,
                ":l", AttributeValue.fromL(List.of(AttributeValue.fromS("second"))),
                ":one", AttributeValue.fromN("1")))
        .returnValues(wanted)
        .build();
  }

  private static Map<String, AttributeValue> written(String num, String seen) {
    return Map.of(
        "body", OURS,
        "num", AttributeValue.fromN(num),
        "seen", AttributeValue.fromS(seen),
        "list",
            AttributeValue.fromL(
                List.of(AttributeValue.fromS("first"), AttributeValue.fromS("second"))));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void update_ofSeveralCallers_eachHasANumberOfItsOwn(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    Queue<String> numbers = new ConcurrentLinkedQueue<>();

    List<CompletableFuture<Void>> callers =
        IntStream.range(0, CALLERS)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = 0; i < UPDATES; i++) {
                            AttributeValue value = noise(2000 + caller * UPDATES + i);
                            Map<String, AttributeValue> updated =
                                client.call(counting(key, value)).attributes();
                            assertThat(updated).containsEntry("body", value);
                            numbers.add(updated.get("num").n());
                          }
                        }))
            .toList();
    callers.forEach(CompletableFuture::join);

    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, CALLERS * UPDATES).mapToObj(i -> Integer.toString(i + 2)).toList());
  }

  private static UpdateItemRequest counting(Map<String, AttributeValue> key, AttributeValue value) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(key)
        .updateExpression("SET body = :b ADD num :one")
        .expressionAttributeValues(Map.of(":b", value, ":one", AttributeValue.fromN("1")))
        .returnValues(ReturnValue.UPDATED_NEW)
        .build();
  }

  /** What another caller does. */
  enum Doing {
    DELETE,
    REPLACE,
    SET_LARGE,
    COUNT;

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("body", THEIRS);
      item.put("tag", AttributeValue.fromS("theirs"));
      UpdateItemRequest.Builder update =
          UpdateItemRequest.builder().tableName(Fixture.DOCS).key(key);
      return switch (this) {
        case DELETE -> DeleteItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
        case REPLACE -> PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
        case SET_LARGE ->
            update
                .updateExpression("SET body = :b")
                .expressionAttributeValues(Map.of(":b", THEIRS))
                .build();
        case COUNT ->
            update
                .updateExpression("ADD num :ten SET tag = :t, seen = :t REMOVE #l")
                .expressionAttributeNames(Map.of("#l", "list"))
                .expressionAttributeValues(
                    Map.of(
                        ":ten", AttributeValue.fromN("10"), ":t", AttributeValue.fromS("theirs")))
                .build();
      };
    }
  }

  List<Arguments> doings() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients()) {
      for (Doing doing : Doing.values()) {
        all.add(Arguments.of(client, doing));
      }
    }
    return all;
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("doings")
  void update_anotherWritesRightAfterIt_returnsWhatThisOneWrote(
      ClientUnderTest client, Doing doing) {
    Map<String, AttributeValue> key = stored();
    others.after.set(() -> other.call(doing.of(key)));
    assertThat(client.call(update(key, ReturnValue.UPDATED_NEW)).attributes())
        .isEqualTo(written("2", "before"));

    Map<String, AttributeValue> another = stored();
    others.after.set(() -> other.call(doing.of(another)));
    Map<String, AttributeValue> whole = new HashMap<>(another);
    whole.putAll(written("2", "before"));
    whole.put("tag", AttributeValue.fromS(doing == Doing.COUNT ? "theirs" : "before"));
    assertThat(client.call(update(another, ReturnValue.ALL_NEW)).attributes()).isEqualTo(whole);
  }

  /** The update is computed once more from what is there then. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_anotherChangesWhatItComputesWith_returnsWhatItMadeOfThat(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    others.before.set(
        () ->
            quiet.updateItem(
                update ->
                    update
                        .tableName(Fixture.DOCS)
                        .key(key)
                        .updateExpression("ADD num :ten SET tag = :t")
                        .expressionAttributeValues(
                            Map.of(
                                ":ten",
                                AttributeValue.fromN("10"),
                                ":t",
                                AttributeValue.fromS("theirs")))));

    assertThat(client.call(update(key, ReturnValue.UPDATED_NEW)).attributes())
        .isEqualTo(written("12", "theirs"));
    assertThat(
            other
                .call(
                    GetItemRequest.builder()
                        .tableName(Fixture.DOCS)
                        .key(key)
                        .consistentRead(true)
                        .build())
                .item())
        .containsAllEntriesOf(written("12", "theirs"));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void update_returnsNewValues_readsTheItemNoMoreThanForNone(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    fixture.sent.look();
    client.call(update(key, ReturnValue.UPDATED_NEW));

    assertThat(fixture.sent.seen())
        .filteredOn(sent -> sent instanceof GetItemRequest get && get.tableName().equals("Docs"))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void update_answerIsLost_returnsWhatItWrote(CommitMode mode) {
    Map<String, AttributeValue> key = stored();
    FaultInjector faults =
        FaultPlan.seeded(3)
            .rule(
                FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                    .into("TransactWriteItems")
                    .first(9))
            .build()
            .injector();
    try (DynamoDbClient faulty =
        fixture.local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()).build()) {
      ClientUnderTest client =
          ChunkingClients.sync(
              faulty, fixture.s3, builder -> builder.table(fixture.spec().commit(mode).build()));

      assertThat(client.call(update(key, ReturnValue.UPDATED_NEW)).attributes())
          .isEqualTo(written("2", "before"));
    }
    assertThat(faults.journal()).isNotEmpty();
  }

  static List<CommitMode> modes() {
    return List.of(CommitMode.values());
  }
}
