package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeAsyncValue;
import dev.evenkeel.chunking.LargeValue;
import dev.evenkeel.chunking.entity.EntityFixture.Kind;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Entities that hold references to values outside: nothing is read, and nothing is lost. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeReferenceTest {
  private static final TableSchema<Photo> SCHEMA = TableSchema.fromBean(Photo.class);

  private EntityFixture fixture;
  private ChunkingSpec spec;
  private int photos;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new EntityFixture(local, s3);
    spec =
        fixture.spec("photos", SCHEMA).toBuilder()
            .limits(ValueLimits.DEFAULT.withValueBytesMax(4000).withStreamBytesMax(100_000))
            .build();
    table(Kind.SYNC).create();
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private EntityTable<Photo> table(Kind kind) {
    return fixture.table(kind, spec, SCHEMA);
  }

  /** One with an image outside its item. */
  private Photo photo(int bytes) {
    Photo photo = new Photo();
    photo.setId("photo" + photos++);
    photo.setTitle("title");
    photo.setImage(LargeReference.ofBinary(noise(bytes)));
    return photo;
  }

  private static Photo stored(EntityTable<Photo> table, Photo photo) {
    return requireNonNull(table.get(table.resource().keyFrom(photo)));
  }

  /** The marker of the image, which has its place. */
  private AttributeValue marker(Photo photo) {
    return requireNonNull(raw(photo).get("evenkeel.image"));
  }

  private Map<String, AttributeValue> raw(Photo photo) {
    return fixture.plain.getItem(get -> get.tableName("photos").key(key(photo))).item();
  }

  private static Map<String, AttributeValue> key(Photo photo) {
    return Map.of("id", AttributeValue.fromS(photo.getId()));
  }

  private ChunkingDynamoDbClient client(ChunkingSpec of) {
    return ChunkingDynamoDbClient.builder(fixture.plain).s3(fixture.s3).table(of).build();
  }

  private SdkBytes read(Kind kind, Photo photo) {
    LargeReference image = requireNonNull(photo.getImage());
    if (kind == Kind.SYNC) {
      LargeValue value = client(spec).largeValues().open(image);
      try (InputStream stream = value.stream()) {
        SdkBytes bytes = SdkBytes.fromInputStream(stream);
        assertThat(value.length()).isEqualTo(bytes.asByteArrayUnsafe().length);
        return bytes;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    LargeAsyncValue value =
        ChunkingDynamoDbAsyncClient.builder(fixture.plainAsync)
            .s3(fixture.s3Async)
            .table(spec)
            .build()
            .largeValues()
            .open(image);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    value
        .publisher()
        .subscribe(
            piece -> {
              byte[] some = new byte[piece.remaining()];
              piece.get(some);
              bytes.writeBytes(some);
            })
        .join();
    return SdkBytes.fromByteArray(bytes.toByteArray());
  }

  @ParameterizedTest
  @EnumSource
  void get_valueOutside_isNotReadUntilItIsOpened(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3000);
    table.put(photo);

    Photo found = stored(table, photo);
    assertThat(requireNonNull(found.getImage()).isOutside()).isTrue();
    assertThat(found.getImage().value()).isNull();
    assertThat(read(kind, found)).isEqualTo(noise(3000));

    fixture.objects().stream()
        .filter(object -> object.endsWith(hex(marker(photo))))
        .forEach(object -> fixture.s3.deleteObject(d -> d.bucket(fixture.bucket).key(object)));
    Photo again = stored(table, photo);
    assertThat(again.getImage()).isEqualTo(found.getImage());
    assertThatThrownBy(() -> read(kind, again))
        .hasStackTraceContaining("LargeValueException")
        .hasStackTraceContaining("is not there");
  }

  private static String hex(AttributeValue marker) {
    return HexFormat.of().formatHex(marker.m().get("w").b().asByteArray());
  }

  @ParameterizedTest
  @EnumSource
  void get_valueInItsItem_isThere(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(30);
    table.put(photo);

    Photo found = stored(table, photo);
    assertThat(found.getImage()).isEqualTo(photo.getImage());
    assertThat(read(kind, found)).isEqualTo(noise(30));
  }

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

  private static Photo same(Photo photo, LargeReference image) {
    Photo same = new Photo();
    same.setId(photo.getId());
    same.setTitle(photo.getTitle());
    same.setImage(image);
    return same;
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

  private static AttributeValue reference(Map<String, AttributeValue> entry) {
    return AttributeValue.fromL(
        List.of(AttributeValue.fromS(LargeReference.ENTRY), AttributeValue.fromM(entry)));
  }

  /** A forged reference gives only the value of its own key. */
  @Test
  void reference_thatIsForged_failsByName() {
    Photo photo = photo(3850);
    EntityTable<Photo> table = table(Kind.SYNC);
    table.put(photo);
    LargeReference image = requireNonNull(stored(table, photo).getImage());
    Map<String, AttributeValue> entry = new HashMap<>(image.toAttributeValue().l().get(1).m());

    entry.put("key", AttributeValue.fromM(Map.of()));
    assertForged(photo, entry, null);
    entry.put("key", AttributeValue.fromM(Map.of("id", AttributeValue.fromN("1"))));
    assertForged(photo, entry, null);
    entry.put("key", AttributeValue.fromM(key(photo)));
    entry.put("attribute", AttributeValue.fromS("caption"));
    assertForged(photo, entry, Reason.INVALID);
    entry.put("attribute", AttributeValue.fromS("image"));
    entry.put("marker", AttributeValue.fromM(Map.of("v", AttributeValue.fromN("2"))));
    assertForged(photo, entry, Reason.NEWER_FORMAT);
    entry.put("marker", AttributeValue.fromS("none"));
    assertForged(photo, entry, Reason.CORRUPT);
    assertThat(stored(table, photo).getImage()).isEqualTo(image);
  }

  private void assertForged(
      Photo photo, Map<String, AttributeValue> entry, @Nullable Reason reason) {
    Photo forged = same(photo, LargeReference.of(reference(entry)));
    assertThatThrownBy(() -> table(Kind.SYNC).put(forged)).satisfies(e -> assertForged(e, reason));
    assertThatThrownBy(() -> table(Kind.SYNC).update(forged))
        .satisfies(e -> assertForged(e, reason));
  }

  /** DynamoDB itself refuses what is forged so for no reason of ours. */
  private static void assertForged(Throwable failure, @Nullable Reason reason) {
    if (reason == null) {
      assertThat(failure).isInstanceOf(DynamoDbException.class);
    } else {
      assertThat(failure).hasFieldOrPropertyWithValue("reason", reason);
    }
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

  /** Longer than what may be held whole. */
  @ParameterizedTest
  @EnumSource
  void get_valueThatIsOnlyStreamed_isReferenced(Kind kind) {
    Photo photo = photo(1);
    client(spec)
        .largeValues()
        .putBinary(
            PutItemRequest.builder().tableName("photos").item(key(photo)).build(),
            "image",
            new ByteArrayInputStream(noise(90_000).asByteArray()));

    assertThat(read(kind, stored(table(kind), photo))).isEqualTo(noise(90_000));
  }

  @ParameterizedTest
  @EnumSource
  void read_inEveryWay_givesTheReference(Kind kind) {
    EntityTable<Photo> table = table(kind);
    Photo photo = photo(3900);
    table.put(photo);
    Key key = table.resource().keyFrom(photo);
    LargeReference image = requireNonNull(stored(table, photo).getImage());

    assertThat(table.scan(ScanEnhancedRequest.builder().build()))
        .extracting(Photo::getImage)
        .contains(image);
    assertThat(
            table.query(
                null,
                QueryEnhancedRequest.builder()
                    .queryConditional(QueryConditional.keyEqualTo(key))
                    .build()))
        .extracting(Photo::getImage)
        .containsExactly(image);
    assertThat(
            table.batchGet(
                BatchGetItemEnhancedRequest.builder()
                    .readBatches(
                        ReadBatch.builder(Photo.class)
                            .mappedTableResource(table.resource())
                            .addGetItem(key)
                            .build())
                    .build()))
        .extracting(Photo::getImage)
        .containsExactly(image);
    assertThat(
            table.transactGet(
                TransactGetItemsEnhancedRequest.builder()
                    .addGetItem(table.resource(), key)
                    .build()))
        .extracting(document -> document.getItem(table.resource()).getImage())
        .containsExactly(image);
    assertThat(requireNonNull(table.delete(key)).getImage()).isEqualTo(image);
  }

  /** It costs nothing. */
  @Test
  void returnValues_thatAreNotFetched_haveTheReference() {
    Photo photo = photo(3950);
    DynamoDbClient client = client(spec.toBuilder().hydrateReturnValues(false).build());
    EntityTable<Photo> table = table(Kind.SYNC);
    photo.setCaption(text(2200));
    table.put(photo);

    Map<String, AttributeValue> old =
        client
            .deleteItem(
                delete -> delete.tableName("photos").key(key(photo)).returnValues("ALL_OLD"))
            .attributes();

    assertThat(LargeReference.of(requireNonNull(old.get("image"))).isOutside()).isTrue();
    assertThat(old).doesNotContainKey("caption");
  }

  @Test
  void byReference_withoutPolicyOrPlace_isRefused() {
    assertThatThrownBy(
            () ->
                ChunkingSpec.builder("photos")
                    .partitionKey("id")
                    .attribute("text", AttributePolicy.asTheyAre())
                    .byReference("image")
                    .build())
        .hasMessageContaining("byReference names attribute 'image', which has no policy")
        .hasMessageContaining("byReference needs a place outside items");
    assertThatThrownBy(
            () ->
                ChunkingSpec.builder("photos")
                    .partitionKey("id")
                    .attribute("text", AttributePolicy.chunked())
                    .chunkTable("chunks")
                    .intentTable("intents")
                    .seedLayout("text")
                    .byReference("text")
                    .build())
        .hasMessageContaining("byReference names attribute 'text', which has seedLayout");
    assertThat(List.of(spec.isByReference("image"), spec.isByReference("caption")))
        .containsExactly(true, false);
  }

  @Test
  void toString_tellsNothingOfTheValue() {
    assertThat(LargeReference.ofText("secret")).hasToString("LargeReference[S]");
  }
}
