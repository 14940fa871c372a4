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
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Entities that hold references to values outside: nothing is read, and nothing is lost. */
class LargeReferenceTest extends PhotoReferences {
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
