package dev.evenkeel.examples;

import dev.evenkeel.chunking.ChildCollection;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tags of forum threads, first in a set of each thread and then in a table of their own: "Use
 * One-to-Many Tables Instead Of Large Set Attributes" of AWS's text "Best Practices for Items".
 */
public final class ThreadTags {
  private static final ParentSet TAGS_IN_THREAD =
      ParentSet.of(
          "Thread",
          KeySchema.of(KeyAttribute.ofString("ForumName"), KeyAttribute.ofString("Subject")),
          "Tags");

  private static final ChildCollectionSpec TAGS =
      ChildCollectionSpec.builder("ThreadTags")
          .parentKey("Thread")
          .element("Tag")
          .parentSet(TAGS_IN_THREAD)
          .build();

  private ThreadTags() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient client = local.client()) {
      ExampleTables.create(client, "Thread", "ForumName", "Subject");
      ExampleTables.create(client, "ThreadTags", "Thread", "Tag");
      Map<String, AttributeValue> key =
          Map.of("ForumName", text("Amazon DynamoDB"), "Subject", text("DynamoDB Thread 1"));
      client.updateItem(
          update ->
              update
                  .tableName("Thread")
                  .key(key)
                  .updateExpression("SET Tags = :tags")
                  .expressionAttributeValues(Map.of(":tags", manyTags())));
      show(out, ChildCollection.of(client, TAGS), TAGS_IN_THREAD.parentOf(key));
    }
  }

  private static AttributeValue manyTags() {
    return AttributeValue.fromSs(IntStream.range(0, 300).mapToObj("tag-%03d"::formatted).toList());
  }

  private static void show(PrintStream out, ChildCollection tags, AttributeValue thread) {
    ChildCollection both = tags.withParentSet();
    out.println(
        "before: %d in the table, %d in all".formatted(tags.count(thread), both.count(thread)));
    out.println("added: %s".formatted(both.add(thread, text("solved"))));
    out.println("added again: %s".formatted(both.add(thread, text("tag-000"))));
    out.println("moved: %d".formatted(tags.migrate(thread)));
    out.println("after: %d in the table".formatted(tags.count(thread)));
    ChildPage page = tags.page(thread, ChildQuery.ALL.beginningWith(text("tag-1")).limit(3));
    out.println("three of tag-1...: %s".formatted(names(page)));
  }

  private static List<String> names(ChildPage page) {
    return page.children().stream().map(child -> child.element().s()).toList();
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
