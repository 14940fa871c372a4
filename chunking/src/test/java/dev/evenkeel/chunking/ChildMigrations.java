package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sets in fresh tables, to be moved to children. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ChildMigrations {
  LocalDynamoDb local;
  ChildTables tables;
  int number;

  @BeforeAll
  void open(LocalDynamoDb newLocal, DynamoDbClient client, DynamoDbAsyncClient async) {
    local = newLocal;
    tables = new ChildTables(client, async);
  }

  /** A spec over fresh tables. */
  ChildCollectionSpec tags(ScalarAttributeType type) {
    ChildCollectionSpec spec = ChildTables.tags("Tags" + number, "Topics" + number++, type);
    return created(spec);
  }

  ChildCollectionSpec created(ChildCollectionSpec spec) {
    tables.create(set(spec).tableName(), set(spec).key());
    tables.create(spec);
    return spec;
  }

  static ParentSet set(ChildCollectionSpec spec) {
    ParentSet set = spec.parentSet();
    assertThat(set).isNotNull();
    return set;
  }

  void put(ChildCollectionSpec spec, String topic, AttributeValue set) {
    tables.putTopic(set(spec).tableName(), s(topic), set);
  }
}
