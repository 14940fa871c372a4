package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ChildCollection;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A parent with more children than a partition serves: a collection over a sharding client. */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedChildrenTest {
  private static final AttributeValue POLL = AttributeValue.fromS("poll");

  private static final ChildCollectionSpec VOTERS =
      ChildCollectionSpec.builder("Voters")
          .parentKey("Poll")
          .element("Voter")
          .parentSet(ParentSet.of("Polls", KeySchema.of(KeyAttribute.ofString("Poll")), "Voters"))
          .build();

  @Test
  void collection_overShards_answersAsWithoutThem(DynamoDbClient client) {
    ExampleTables.create(client, "Polls", "Poll");
    ExampleTables.create(client, "Voters", "Poll", "Voter");
    client.putItem(
        put ->
            put.tableName("Polls")
                .item(Map.of("Poll", POLL, "Voters", AttributeValue.fromSs(names(0, 250)))));
    ShardingSpec spec =
        ShardingSpec.builder("Voters").partitionKey("Poll").sortKey("Voter").shards(8).build();
    ChildCollection voters =
        ChildCollection.of(ShardingDynamoDbClient.builder(client).table(spec).build(), VOTERS);
    ChildCollection both = voters.withParentSet();

    assertThat(both.add(POLL, AttributeValue.fromS("v300"))).isTrue();
    assertThat(voters.add(POLL, AttributeValue.fromS("v100"))).isTrue();
    assertThat(both.count(POLL)).isEqualTo(251);
    List<String> expected = new ArrayList<>(names(0, 250));
    expected.add("v300");
    assertThat(walk(both, ChildQuery.ALL.limit(7))).isEqualTo(expected);
    assertThat(voters.migrate(POLL)).isEqualTo(250);

    assertThat(voters.add(POLL, AttributeValue.fromS("v001"))).isFalse();
    assertThat(walk(voters, ChildQuery.ALL.limit(40))).isEqualTo(expected);
    ChildQuery some = ChildQuery.ALL.beginningWith(AttributeValue.fromS("v10")).descending();
    assertThat(walk(voters, some.limit(3))).containsExactlyElementsOf(reversed(names(100, 110)));
    assertThat(voters.remove(POLL, AttributeValue.fromS("v000"))).isTrue();
    assertThat(voters.contains(POLL, AttributeValue.fromS("v000"))).isFalse();
    assertThat(voters.clear(POLL)).isEqualTo(250);
    assertThat(client.scan(scan -> scan.tableName("Voters")).items()).isEmpty();
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj("v%03d"::formatted).toList();
  }

  private static List<String> reversed(List<String> names) {
    return IntStream.range(0, names.size()).mapToObj(i -> names.get(names.size() - 1 - i)).toList();
  }

  private static List<String> walk(ChildCollection voters, ChildQuery query) {
    List<String> names = new ArrayList<>();
    Map<String, AttributeValue> next = null;
    do {
      ChildPage page = voters.page(POLL, query.startingAfter(next));
      page.children().forEach(child -> names.add(child.element().s()));
      next = page.lastEvaluatedKey();
    } while (next != null);
    return names;
  }
}
