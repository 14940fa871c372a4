package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * The claims of AWS's text "Best Practices for Items" about its Forum, Thread and Reply tables,
 * under "Use One-to-Many Tables Instead Of Large Set Attributes", sentence by sentence. Threads are
 * keyed by ForumName and Subject, replies by Id and ReplyDateTime (AWS, "Creating Tables and
 * Loading Sample Data").
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneToManyTextTest {
  private static final int TIME_LENGTH = "2012-03-15T20:42:54.023Z".length();

  private static final ParentSet REPLIES_IN_THREAD =
      ParentSet.of(
          "Thread",
          KeySchema.of(KeyAttribute.ofString("ForumName"), KeyAttribute.ofString("Subject")),
          "Replies");

  /** In the set, a reply begins with its time, as the members of a set are in no other order. */
  private static final ChildCollectionSpec REPLY =
      ChildCollectionSpec.builder("Reply")
          .parentKey("Id")
          .range("ReplyDateTime")
          .element("Message")
          .rangeOf(message -> s(message.s().substring(0, TIME_LENGTH)))
          .parentSet(REPLIES_IN_THREAD)
          .build();

  private final ChildTables tables;
  private int threads;

  OneToManyTextTest(DynamoDbClient client, DynamoDbAsyncClient async) {
    this.tables = new ChildTables(client, async);
  }

  @BeforeAll
  void createTables() {
    tables.create("Thread", REPLIES_IN_THREAD.key());
    tables.create(REPLY);
  }

  private Map<String, AttributeValue> newThread() {
    return Map.of("ForumName", s("Amazon DynamoDB"), "Subject", s("DynamoDB Thread " + ++threads));
  }

  /** One reply a day, of a kilobyte. */
  private static AttributeValue reply(int day) {
    String time = "2012-03-%02dT20:42:54.%03dZ ".formatted(1 + day % 31, day / 31);
    return s(time + "r".repeat(1024 - time.length()));
  }

  private static List<AttributeValue> replies(int count) {
    return IntStream.range(0, count).mapToObj(OneToManyTextTest::reply).toList();
  }

  private void addToSet(Map<String, AttributeValue> thread, List<AttributeValue> replies) {
    addToSet(tables.client, thread, replies);
  }

  private static void addToSet(
      DynamoDbClient client, Map<String, AttributeValue> thread, List<AttributeValue> replies) {
    client.updateItem(
        update ->
            update
                .tableName("Thread")
                .key(thread)
                .updateExpression("ADD Replies :replies")
                .expressionAttributeValues(
                    Map.of(
                        ":replies",
                        AttributeValue.fromSs(replies.stream().map(AttributeValue::s).toList()))));
  }

  /** "the Reply table stores one or more replies for each thread" */
  @ParameterizedTest
  @EnumSource
  void reply_rowsOfTheSampleData_areTheChildrenOfTheirThread(Kind kind) {
    Map<String, AttributeValue> thread = newThread();
    AttributeValue id = REPLIES_IN_THREAD.parentOf(thread);
    Map<String, AttributeValue> byHand =
        Map.of(
            "Id", s("Amazon DynamoDB#DynamoDB Thread " + threads),
            "ReplyDateTime", s("2012-03-15T20:42:54.023Z"),
            "Message", s("2012-03-15T20:42:54.023Z Reply 1 text"),
            "PostedBy", s("User A"));
    tables.client.putItem(put -> put.tableName("Reply").item(byHand));
    ChildCollectionUnderTest replies = ChildCollectionUnderTest.of(kind, tables, REPLY);

    assertThat(replies.add(id, s("2012-03-22T20:42:54.023Z Reply 2 text"))).isTrue();
    assertThat(replies.add(id, s("2012-03-15T20:42:54.023Z Reply 1 text"))).isFalse();

    assertThat(replies.all(id, ChildQuery.ALL))
        .extracting(Child::range)
        .containsExactly(s("2012-03-15T20:42:54.023Z"), s("2012-03-22T20:42:54.023Z"));
    assertThat(tables.rows("Reply")).contains(byHand);
  }

  /**
   * "If you store replies as items in a table, you can store any number of replies ... If you store
   * replies as an attribute value in the Thread table, you would be constrained by the maximum item
   * size".
   */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void replies_beyondTheMaximumItemSize_areStoredAsItems(Kind kind) {
    Map<String, AttributeValue> thread = newThread();
    AttributeValue id = REPLIES_IN_THREAD.parentOf(thread);
    addToSet(thread, replies(390));
    assertThatThrownBy(() -> addToSet(thread, replies(500)))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("size");
    ChildCollectionUnderTest replies = ChildCollectionUnderTest.of(kind, tables, REPLY);

    assertThat(replies.migrate(id)).isEqualTo(390);
    assertThat(replies.addAll(id, replies(500))).hasSize(110);

    assertThat(replies.count(id)).isEqualTo(500);
    assertThat(replies.elements(id, ChildQuery.ALL))
        .containsExactlyInAnyOrderElementsOf(replies(500));
  }

  /**
   * "When you retrieve a Thread item, you pay less for provisioned throughput, because you are
   * retrieving only the thread data and not all the replies for that thread."
   */
  @Test
  void thread_withoutItsReplies_isReadForOneUnitInsteadOfFifty() {
    MeteringClient metered = new MeteringClient(tables.client);
    Map<String, AttributeValue> thread = newThread();
    addToSet(thread, replies(199));
    double before = read(metered, thread);

    ChildCollection.of(tables.client, REPLY).migrate(REPLIES_IN_THREAD.parentOf(thread));

    assertThat(before).isEqualTo(50);
    assertThat(read(metered, thread)).isEqualTo(1);
  }

  private static double read(MeteringClient metered, Map<String, AttributeValue> thread) {
    assertThat(
            metered
                .getItem(get -> get.tableName("Thread").key(thread).consistentRead(true))
                .hasItem())
        .isTrue();
    return metered.takeUnits();
  }

  /**
   * "you can retrieve only a subset of replies, for example, those within a specific date range, by
   * querying the Reply table. If you store replies as a set type attribute value, you would always
   * have to retrieve all the replies".
   */
  @Test
  void replies_withinADateRange_areReadForWhatTheyTake() {
    MeteringClient metered = new MeteringClient(tables.client);
    AttributeValue id = REPLIES_IN_THREAD.parentOf(newThread());
    ChildCollection replies = ChildCollection.of(metered, REPLY);
    replies.addAll(id, replies(31));
    double unused = metered.takeUnits();
    ChildQuery week = ChildQuery.ALL.from(s("2012-03-08")).to(s("2012-03-15"));

    assertThat(replies.page(id, week).children())
        .extracting(Child::element)
        .containsExactlyElementsOf(replies(14).subList(7, 14));
    assertThat(metered.takeUnits()).isEqualTo(2);
    assertThat(replies.page(id, ChildQuery.ALL).children()).hasSize(31);
    assertThat(metered.takeUnits()).isBetween(8.0, 9.0);
    assertThat(unused).isPositive();
  }

  /**
   * "When you add a new reply to a thread, you add only an item to the Reply table, which incurs
   * the provisioned throughput cost of only that single Reply item. If replies are stored in the
   * Thread table, you incur the full cost of writing the entire Thread item including all replies".
   */
  @Test
  void reply_added_costsItselfAndNotTheThread() {
    MeteringClient metered = new MeteringClient(tables.client);
    Map<String, AttributeValue> thread = newThread();
    addToSet(thread, replies(199));
    addToSet(metered, thread, List.of(s("2012-04-01T00:00:00.000Z short")));
    double inTheSet = metered.takeUnits();
    AttributeValue id = REPLIES_IN_THREAD.parentOf(thread);
    ChildCollection replies = ChildCollection.of(metered, REPLY);
    assertThat(ChildCollection.of(tables.client, REPLY).migrate(id)).isEqualTo(200);

    assertThat(replies.add(id, s("2012-04-02T00:00:00.000Z short"))).isTrue();

    assertThat(metered.takeUnits()).isEqualTo(1);
    assertThat(inTheSet).isEqualTo(200);
  }
}
