package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes of items with references: what stays, what is replaced, what is refused. */
class LargeReferenceWriteTest extends PhotoReferences {
  /** In every way that the Enhanced Client writes. */
  @ParameterizedTest
  @EnumSource
  void write_whatWasRead_leavesTheValueWhereItIs(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3100);
    table.put(photo);
    AttributeValue marker = marker(photo);

    Photo found = stored(table, photo);
    found.setTitle("put");
    table.put(found);
    assertKept(kind, table, found, marker);
    found.setTitle("updated");
    Photo updated = table.update(found);
    assertThat(updated).usingRecursiveComparison().isEqualTo(found);
    assertKept(kind, table, found, marker);
    found.setTitle("in a batch");
    table.batchWrite(
        BatchWriteItemEnhancedRequest.builder()
            .writeBatches(
                WriteBatch.builder(Photo.class)
                    .mappedTableResource(table.resource())
                    .addPutItem(found)
                    .build())
            .build());
    assertKept(kind, table, found, marker);
    found.setTitle("put in a transaction");
    table.transactWrite(
        TransactWriteItemsEnhancedRequest.builder().addPutItem(table.resource(), found).build());
    assertKept(kind, table, found, marker);
    found.setTitle("updated in a transaction");
    table.transactWrite(
        TransactWriteItemsEnhancedRequest.builder().addUpdateItem(table.resource(), found).build());
    assertKept(kind, table, found, marker);
    found.setTitle("by scalars");
    table.update(
        UpdateItemEnhancedRequest.builder(Photo.class)
            .item(found)
            .ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY)
            .build());
    assertKept(kind, table, found, marker);
    found.setTitle("with another value that leaves");
    found.setCaption(text(2000));
    table.put(found);
    assertKept(kind, table, found, marker);
  }

  private void assertKept(Kind kind, EntityTable<Photo> table, Photo photo, AttributeValue marker) {
    assertThat(marker(photo)).isEqualTo(marker);
    assertThat(raw(photo)).doesNotContainKey("image");
    Photo now = stored(table, photo);
    assertThat(now).usingRecursiveComparison().isEqualTo(photo);
    assertThat(read(kind, now)).isEqualTo(noise(3100));
  }

  @ParameterizedTest
  @EnumSource
  void write_anotherValueOrNone_replacesIt(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3200);
    table.put(photo);
    Photo found = stored(table, photo);

    found.setImage(LargeReference.ofText(text(3300)));
    table.put(found);
    Photo now = stored(table, photo);
    assertThat(read(kind, now).asUtf8String()).isEqualTo(text(3300));
    now.setImage(null);
    table.update(now);
    assertThat(stored(table, photo).getImage()).isNull();
    assertThat(raw(photo)).doesNotContainKeys("image", "evenkeel.image");
  }

  @ParameterizedTest
  @EnumSource
  void write_valueReplacedMeanwhile_failsAndChangesNothing(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3400);
    table.put(photo);
    Photo stale = stored(table, photo);
    table.put(same(photo, LargeReference.ofBinary(noise(3500))));
    Map<String, AttributeValue> before = raw(photo);
    int intents = fixture.stored("intents").size();
    stale.setCaption(text(2100));

    assertThatThrownBy(() -> table.put(stale))
        .hasFieldOrPropertyWithValue("reason", Reason.STALE_REFERENCE)
        .hasMessageContaining("'image'")
        .hasMessageContaining("Read the item again");
    assertThatThrownBy(() -> table.update(stale))
        .hasFieldOrPropertyWithValue("reason", Reason.STALE_REFERENCE);
    assertThatThrownBy(
            () ->
                table.transactWrite(
                    TransactWriteItemsEnhancedRequest.builder()
                        .addPutItem(table.resource(), stale)
                        .build()))
        .hasFieldOrPropertyWithValue("reason", Reason.STALE_REFERENCE);

    assertThat(raw(photo)).isEqualTo(before);
    assertThat(fixture.stored("intents")).hasSize(intents);
    assertThat(read(kind, stale)).isEqualTo(noise(3400)); // for the grace
    table.delete(table.resource().keyFrom(photo));
    assertThatThrownBy(() -> table.put(stale))
        .hasFieldOrPropertyWithValue("reason", Reason.STALE_REFERENCE);
    assertThat(raw(photo)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void write_referenceToAnotherItem_isRefused(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3600);
    table.put(photo);
    Photo copy = stored(table, photo);
    copy.setId("copy");

    assertThatThrownBy(() -> table.put(copy))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("another item");
    assertThatThrownBy(() -> table.update(copy))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID);
    assertThat(raw(copy)).isEmpty();
  }

  /** Stored there as a list, it would name a value that nothing keeps for it. */
  @Test
  void write_referenceToAnAttributeThatIsNotLarge_isRefused() {
    Photo photo = photo(3650);
    table(Kind.SYNC).put(photo);
    DynamoDbClient client = client(spec);
    Map<String, AttributeValue> before = raw(photo);
    Map<String, AttributeValue> item =
        new HashMap<>(client.getItem(get -> get.tableName("photos").key(key(photo))).item());
    AttributeValue reference = requireNonNull(item.get("image"));
    item.put("twin", reference);

    assertRefused(() -> client.putItem(put -> put.tableName("photos").item(item)));
    TransactWriteItem action =
        TransactWriteItem.builder().put(put -> put.tableName("photos").item(item)).build();
    assertRefused(() -> client.transactWriteItems(all -> all.transactItems(action)));
    for (String update :
        List.of(
            "SET twin = :r",
            "SET title = if_not_exists(title2, :r)",
            "SET twins = list_append(:r, :r)",
            "SET twins.best = :r",
            "SET image = :r, twin = :r")) {
      assertRefused(
          () ->
              client.updateItem(
                  u ->
                      u.tableName("photos")
                          .key(key(photo))
                          .updateExpression(update)
                          .expressionAttributeValues(Map.of(":r", reference))));
    }
    assertThat(raw(photo)).isEqualTo(before);
  }

  private static void assertRefused(ThrowingCallable write) {
    assertThatThrownBy(write)
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("another attribute");
  }

  /** To store it in place of the value would lose the value. */
  @Test
  void write_throughASpecThatDoesNotReadSo_isRefused() {
    Photo photo = photo(3700);
    table(Kind.SYNC).put(photo);
    ChunkingSpec whole =
        ChunkingSpec.builder("photos")
            .partitionKey("id")
            .attribute("image", AttributePolicy.offloaded())
            .bucket(requireNonNull(spec.bucket()))
            .intentTable("intents")
            .build();
    DynamoDbClient other = client(whole);
    Map<String, AttributeValue> item =
        client(spec).getItem(get -> get.tableName("photos").key(key(photo))).item();

    assertThatThrownBy(() -> other.putItem(put -> put.tableName("photos").item(item)))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("byReference");
    assertThat(other.getItem(get -> get.tableName("photos").key(key(photo))).item().get("image"))
        .isEqualTo(AttributeValue.fromB(noise(3700)));
  }

  @Test
  void write_whatLooksLikeAReference_isRefused() {
    DynamoDbClient client = client(spec);
    Map<String, AttributeValue> item = new HashMap<>(key(photo(1)));
    item.put("image", reference(Map.of()));

    assertThatThrownBy(() -> client.putItem(put -> put.tableName("photos").item(item)))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining(LargeReference.ENTRY);
  }

  @Test
  void putStreamed_besideAReference_leavesThatValueWhereItIs() {
    Photo photo = photo(3800);
    table(Kind.SYNC).put(photo);
    AttributeValue marker = marker(photo);
    PutItemRequest put = whatIsRead(photo);

    client(spec).largeValues().putText(put, "caption", zeros(2000));

    assertThat(marker(photo)).isEqualTo(marker);
    Photo found = stored(table(Kind.SYNC), photo);
    assertThat(read(Kind.SYNC, found)).isEqualTo(noise(3800));
    assertThat(found.getCaption()).hasSize(2000);
  }

  @Test
  void putStreamed_besideAStaleReference_failsAndLeavesNothing() {
    Photo photo = photo(3810);
    table(Kind.SYNC).put(photo);
    PutItemRequest put = whatIsRead(photo);
    table(Kind.SYNC).put(same(photo, LargeReference.ofBinary(noise(3820))));
    Map<String, AttributeValue> before = raw(photo);
    int chunks = fixture.stored("chunks").size();
    int intents = fixture.stored("intents").size();

    assertThatThrownBy(() -> client(spec).largeValues().putText(put, "caption", zeros(2000)))
        .hasFieldOrPropertyWithValue("reason", Reason.STALE_REFERENCE);

    assertThat(raw(photo)).isEqualTo(before);
    assertThat(fixture.stored("chunks")).hasSize(chunks);
    assertThat(fixture.stored("intents")).hasSize(intents);
  }

  private PutItemRequest whatIsRead(Photo photo) {
    return PutItemRequest.builder()
        .tableName("photos")
        .item(client(spec).getItem(get -> get.tableName("photos").key(key(photo))).item())
        .build();
  }

  private static InputStream zeros(int bytes) {
    return new ByteArrayInputStream(new byte[bytes]);
  }
}
