package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Collections of children, of both kinds, and parents that have none yet. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ChildCollections {
  LocalDynamoDb local;
  ChildTables tables;
  private int parents;

  @BeforeAll
  void open(LocalDynamoDb newLocal, DynamoDbClient client, DynamoDbAsyncClient async) {
    local = newLocal;
    tables = new ChildTables(client, async);
  }

  static ChildCollectionSpec spec(String table, ScalarAttributeType type) {
    return ChildCollectionSpec.builder(table).parentKey("Id").element("Element", type).build();
  }

  AttributeValue newParent() {
    return s("parent" + parents++);
  }

  ChildCollectionUnderTest collection(Kind kind, ChildCollectionSpec spec) {
    return ChildCollectionUnderTest.of(kind, tables, spec);
  }
}
