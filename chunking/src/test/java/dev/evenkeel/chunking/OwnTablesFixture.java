package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Checks that requests for an item of {@link Fixture#DOCS} address only it and its derived keys.
 */
final class OwnTablesFixture {
  private static final KeySchema SCHEMA =
      KeySchema.of(KeyAttribute.ofString("id"), KeyAttribute.ofNumber("rank"));

  private final Map<String, AttributeValue> key;
  private final Fixture fixture;

  OwnTablesFixture(Fixture fixture, Map<String, AttributeValue> key) {
    this.fixture = fixture;
    this.key = key;
  }

  private record Row(String table, Map<String, AttributeValue> key) {}

  /** Checks every request. */
  void holds(List<SdkRequest> requests) {
    for (SdkRequest request : requests) {
      rows(request).forEach(this::check);
      if (request.getValueForField("Bucket", String.class).isPresent()) {
        checkObject(request);
      }
    }
  }

  private void check(Row row) {
    switch (row.table()) {
      case Fixture.DOCS -> assertThat(row.key()).containsAllEntriesOf(key);
      case Fixture.CHUNKS ->
          assertThat(row.key().get("Id").s())
              .matches(id -> chunkPrefixes().anyMatch(id::startsWith), "is of the item");
      case Fixture.INTENTS -> {
        AttributeValue changes = row.key().get("Changes");
        if (changes != null) {
          changes.l().forEach(change -> assertThat(change.m().get("key").m()).isEqualTo(key));
        }
      }
      default -> throw new AssertionError("a request to table " + row.table());
    }
  }

  private Stream<String> chunkPrefixes() {
    return ModelValues.LARGE.stream()
        .map(name -> PayloadKeys.chunkParent(SCHEMA, parent(name)) + "#");
  }

  private Parent parent(String attribute) {
    return new Parent(Fixture.DOCS, key, attribute);
  }

  private void checkObject(SdkRequest request) {
    assertThat(request.getValueForField("Bucket", String.class)).contains(fixture.bucket);
    String object = request.getValueForField("Key", String.class).orElseThrow();
    assertThat(
            ModelValues.LARGE.stream()
                .map(name -> objectPrefix(parent(name)))
                .anyMatch(object::startsWith))
        .as(object)
        .isTrue();
  }

  private static String objectPrefix(Parent parent) {
    String any =
        PayloadKeys.object(
            SCHEMA, parent, dev.evenkeel.chunking.internal.wire.WriteId.of(new byte[16]));
    return "large/" + any.substring(0, any.lastIndexOf('/') + 1);
  }

  private static List<Row> rows(SdkRequest request) {
    List<Row> rows = new ArrayList<>();
    if (request instanceof GetItemRequest get) {
      rows.add(new Row(get.tableName(), get.key()));
    } else if (request instanceof PutItemRequest put) {
      rows.add(new Row(put.tableName(), put.item()));
    } else if (request instanceof UpdateItemRequest update) {
      rows.add(new Row(update.tableName(), update.key()));
    } else if (request instanceof DeleteItemRequest delete) {
      rows.add(new Row(delete.tableName(), delete.key()));
    } else if (request instanceof BatchGetItemRequest batch) {
      batch
          .requestItems()
          .forEach((table, keys) -> keys.keys().forEach(key -> rows.add(new Row(table, key))));
    } else if (request instanceof BatchWriteItemRequest batch) {
      batch
          .requestItems()
          .forEach((table, writes) -> writes.forEach(write -> rows.add(row(table, write))));
    } else if (request instanceof TransactWriteItemsRequest transaction) {
      transaction.transactItems().forEach(action -> rows.add(row(action)));
    } else if (request instanceof TransactGetItemsRequest transaction) {
      transaction
          .transactItems()
          .forEach(item -> rows.add(new Row(item.get().tableName(), item.get().key())));
    } else if (!(request instanceof QueryRequest || request instanceof ScanRequest)) {
      assertThat(request.getClass().getName()).contains(".s3.");
    }
    return rows;
  }

  private static Row row(String table, WriteRequest write) {
    return new Row(
        table,
        write.putRequest() != null ? write.putRequest().item() : write.deleteRequest().key());
  }

  private static Row row(TransactWriteItem action) {
    if (action.put() != null) {
      return new Row(action.put().tableName(), action.put().item());
    }
    if (action.update() != null) {
      return new Row(action.update().tableName(), action.update().key());
    }
    return action.delete() != null
        ? new Row(action.delete().tableName(), action.delete().key())
        : new Row(action.conditionCheck().tableName(), action.conditionCheck().key());
  }
}
