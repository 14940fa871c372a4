package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A set whose migration, or a request beside it, goes step by step. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MigrationSteps {
  static final String TOPICS = "Topics";
  static final ChildCollectionSpec TAGS =
      ChildTables.tags("TopicTags", TOPICS, ScalarAttributeType.S);

  /** Three transactions: 98, 98 and 54. */
  static final List<String> ELEMENTS =
      IntStream.range(0, 250).mapToObj("tag%03d"::formatted).toList();

  static final int STEP = Rounds.step(4, 1);

  ChildTables tables;
  Sender<Object> calls;
  private final SyncRunner driver = SyncRunner.create();
  private int topics;

  @BeforeAll
  void open(DynamoDbClient client, DynamoDbAsyncClient async) {
    tables = new ChildTables(client, async);
    calls = Sender.sync(client, Sender.nothingElse());
    tables.create(TOPICS, ChildTables.TOPIC_KEY);
    tables.create(TAGS);
  }

  AttributeValue newTopic() {
    AttributeValue topic = s("topic" + topics++);
    tables.putTopic(TOPICS, topic, AttributeValue.fromSs(ELEMENTS));
    return topic;
  }

  <T> T run(Flow<T> flow) {
    return run(flow, calls);
  }

  <T> T run(Flow<T> flow, Sender<Object> stepping) {
    return driver.run(flow, stepping, Deadline.NONE);
  }

  static Flow<Long> migration(AttributeValue topic) {
    return ChildFlows.of(TAGS).migration().migrate(topic);
  }

  static ChildFlows united() {
    return ChildFlows.withParentSet(TAGS);
  }

  List<String> union(AttributeValue topic) {
    return names(run(united().reads().page(topic, ChildQuery.ALL)));
  }

  static List<String> names(ChildPage page) {
    assertThat(page.lastEvaluatedKey()).isNull();
    return page.children().stream().map(child -> child.element().s()).toList();
  }
}
