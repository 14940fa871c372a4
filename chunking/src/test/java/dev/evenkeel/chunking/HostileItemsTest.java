package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.internal.wire.Mutant;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.gen.Property;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Every writer of items can write markers. A marker's content never makes a request leave the
 * tables and keys of its own item, nor makes many requests.
 */
class HostileItemsTest extends HostileItems {
  List<Arguments> readings() {
    return forged(Reading.values());
  }

  List<Arguments> writings() {
    return forged(Writing.values());
  }

  /**
   * Each forgery and operation; a fifth of them on the other client too: it runs the same flows.
   */
  private List<Arguments> forged(Enum<?>[] operations) {
    List<Arguments> all = new ArrayList<>();
    int count = 0;
    for (Forgery forgery : Forgery.values()) {
      for (Enum<?> operation : operations) {
        all.add(Arguments.of(clients.get(0), forgery, operation));
        if (count % 5 == 0) {
          all.add(Arguments.of(clients.get(1), forgery, operation));
        }
        count++;
      }
    }
    return all;
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("readings")
  void read_forgedMarker_isATypedFailureOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Reading reading) {
    Map<String, AttributeValue> key = put(client);
    forge(forgery.of(stored(key)));

    assertThat(failure(client, reading.of(key), key))
        .isInstanceOfSatisfying(
            LargeValueException.class,
            e -> {
              assertThat(e.table()).isEqualTo(Fixture.DOCS);
              assertThat(e.attribute()).isEqualTo("body");
            });
  }

  /** Of another type the bytes are the same, and a stream is of bytes. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource(value = Forgery.class, mode = EnumSource.Mode.EXCLUDE, names = "OTHER_TYPE")
  void stream_forgedMarker_isATypedFailureOnItsOwnGround(Forgery forgery) {
    Map<String, AttributeValue> key = put(clients.get(0));
    forge(forgery.of(stored(key)));
    LargeValues values =
        ChunkingDynamoDbClient.builder(fixture.plain)
            .s3(fixture.s3)
            .table(fixture.spec().build())
            .build()
            .largeValues();

    fixture.sent.look();
    Throwable failure =
        catchThrowable(
            () -> {
              try (InputStream body = values.open(Fixture.DOCS, key, "body").stream()) {
                byte[] unused = body.readAllBytes();
              }
            });
    List<SdkRequest> sent = fixture.sent.seen();

    assertThat(failure).isInstanceOf(LargeValueException.class).hasMessageContaining("'body'");
    assertThat(sent).hasSizeBetween(1, REQUESTS_MAX);
    new OwnTablesFixture(fixture, key).holds(sent);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("writings")
  void write_overAForgedMarker_isMadeOnItsOwnGround(
      ClientUnderTest client, Forgery forgery, Writing writing) {
    Map<String, AttributeValue> key = put(client);
    forge(forgery.of(stored(key)));

    Throwable failure = failure(client, writing.of(key), key);

    if (failure == null) {
      assertThat(get(client, key).get("body")).isEqualTo(writing.after());
    } else {
      assertThat(failure).hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
      assertThat(forgery.isNewer()).isTrue();
    }
  }

  /** A marker of a later format, by which something is outside. */
  @ParameterizedTest
  @EnumSource(value = Writing.class, mode = EnumSource.Mode.EXCLUDE, names = "DELETE")
  void write_overSomethingOutsideOfANewerVersion_leavesIt(Writing writing) {
    Map<String, AttributeValue> key = put(clients.get(0));
    Map<String, AttributeValue> newer = new HashMap<>(stored(key));
    AttributeValue writeId = newer.get("evenkeel.body").m().get("w");
    newer.put("evenkeel.body", newerMarker("heap", Map.of("w", writeId)));
    forge(newer);

    assertThat(failure(clients.get(0), writing.of(key), key))
        .hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
    assertThat(stored(key)).isEqualTo(newer);
  }

  /** A put replaces what the item has; nothing can be left behind. */
  @Test
  void put_overANewerValueInItsItem_replacesIt() {
    Map<String, AttributeValue> key = put(clients.get(0));
    Map<String, AttributeValue> newer = new HashMap<>(key);
    newer.put("body", Fixture.noise(100));
    newer.put("evenkeel.body", newerMarker("item", Map.of("c", AttributeValue.fromS("new"))));
    forge(newer);

    clients.get(0).call(Writing.PUT_SMALL.of(key));

    assertThat(get(clients.get(0), key).get("body")).isEqualTo(Writing.PUT_SMALL.after());
    forge(newer);
    assertThat(failure(clients.get(0), Writing.SET_SMALL.of(key), key))
        .hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
  }

  private static AttributeValue newerMarker(String place, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> marker = new HashMap<>(more);
    marker.put("v", AttributeValue.fromN("2"));
    marker.put("at", AttributeValue.fromS(place));
    return AttributeValue.fromM(marker);
  }

  List<ChunkingSpec> specs() {
    return List.of(
        fixture.spec().build(),
        fixture.spec().seedLayout("body").commit(CommitMode.TRANSACTION).build());
  }

  /**
   * An item can be overwritten whatever its markers contain, unless a newer version may have
   * written it; no condition of this library is impossible to meet for it.
   */
  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("specs")
  void write_overMutatedItems_isMade(ChunkingSpec spec) {
    ClientUnderTest client = fixture.sync(spec);
    Property.check(
        50,
        gen -> {
          Map<String, AttributeValue> key = put(client);
          Map<String, AttributeValue> item = new HashMap<>(Mutant.of(stored(key), gen));
          item.putAll(key);
          forgeIfItem(item);
          Writing writing = gen.oneOf(List.of(Writing.values()));

          Throwable failure = catchThrowable(() -> client.call(writing.of(key)));

          if (failure == null) {
            assertThat(get(client, key).get("body")).isEqualTo(writing.after());
          } else {
            assertThat(failure)
                .as(item.toString())
                .hasFieldOrPropertyWithValue("reason", Reason.NEWER_FORMAT);
          }
        });
  }

  /** The count of chunks in AWS's layout may be none, where only the version says what is there. */
  @ParameterizedTest
  @ValueSource(strings = {"999999999999999999", "-1", "0.5"})
  void put_overChunksOfAWrongCount_isMade(String count) {
    ClientUnderTest client =
        fixture.sync(fixture.spec().seedLayout("body").commit(CommitMode.TRANSACTION).build());
    Map<String, AttributeValue> key = put(client);
    Map<String, AttributeValue> item = new HashMap<>(stored(key));
    item.keySet().retainAll(List.of("id", "rank", "ChunkVersion"));
    item.put("ChunkCount", AttributeValue.fromN(count));
    forge(item);

    client.call(Writing.PUT_SMALL.of(key));

    assertThat(get(client, key).get("body")).isEqualTo(Writing.PUT_SMALL.after());
  }

  /** Not all that a mutation makes can be an item, but most. */
  private void forgeIfItem(Map<String, AttributeValue> item) {
    try {
      forge(item);
    } catch (DynamoDbException none) {
      assertThat(none.statusCode()).isEqualTo(400);
    }
  }
}
