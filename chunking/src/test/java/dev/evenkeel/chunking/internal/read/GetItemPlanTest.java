package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.GetItem;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.RefusedOperationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads of one item in every form in which it may be stored. */
class GetItemPlanTest extends ItemReads {
  static Stream<Arguments> forms() {
    List<AttributeValue> values =
        List.of(
            s(TEXT),
            s(""),
            s("x".repeat(Docs.CHUNK_BYTES)),
            s("x".repeat(3 * Docs.CHUNK_BYTES)),
            s("x".repeat(3 * Docs.CHUNK_BYTES + 1)),
            s("x".repeat(25 * Docs.CHUNK_BYTES)),
            AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 31, -117})),
            AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0])),
            AttributeValue.fromL(List.of(s(TEXT), n(7), AttributeValue.fromNul(true))),
            AttributeValue.fromM(Map.of("a", s(TEXT), "b", AttributeValue.fromBool(false))),
            AttributeValue.fromSs(List.of("a", "b")),
            AttributeValue.fromNs(List.of("1", "20")),
            AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("a"))));
    List<Arguments> forms = new ArrayList<>();
    for (AttributeValue value : values) {
      for (Placement placement : Placement.values()) {
        forms.add(Arguments.of(value, placement, true));
        if (placement.isOutside()) {
          forms.add(Arguments.of(value, placement, false));
        }
      }
    }
    return forms.stream();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void get_anyStoredForm_isTheValueThatWasWritten(
      AttributeValue value, Placement placement, boolean compressed) {
    String attribute = placement == Placement.SEED_CHUNKS ? "message" : "body";
    putStored(attribute, value, placement, compressed);
    Map<String, AttributeValue> written = new HashMap<>(key);
    written.put("plain", s("x"));
    written.put(attribute, value);

    assertThat(get(request()).item()).isEqualTo(written);
  }

  @Test
  void get_chunks_areWhereTheWireFormatSays() {
    putStored("body", s("x".repeat(150)), Placement.CHUNKS, false);

    assertThat(docs.chunksOf("1#get#body#S:get#N:%s#".formatted(key.get("at").n()))).hasSize(2);
  }

  @Test
  void get_severalValues_areFetchedTogether() {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, true));
    item.putAll(docs.stored(key, "extra", s("x".repeat(5000)), Placement.CHUNKS, false));
    item.putAll(docs.stored(key, "message", s(TEXT), Placement.ITEM, true));
    docs.putRaw(item);

    Map<String, AttributeValue> read = get(request()).item();

    assertThat(read.get("body")).isEqualTo(s(TEXT));
    assertThat(read.get("extra")).isEqualTo(s("x".repeat(5000)));
    assertThat(read.get("message")).isEqualTo(s(TEXT));
    assertThat(read).containsOnlyKeys("id", "at", "body", "extra", "message");
  }

  @Test
  void get_plainValue_needsNoMore() {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("body", s("short"));
    docs.putRaw(item);

    assertThat(get(request()).item()).isEqualTo(item);
    assertThat(driver.sent()).hasSize(1);
  }

  @Test
  void get_nothingThere_isNoItem() {
    assertThat(get(request()).hasItem()).isFalse();
  }

  @Test
  void get_projectionWithoutManaged_isSentAsItIs() {
    GetItemRequest request = request().projectionExpression("plain, id").build();

    assertThat(GetItem.of(docs.hydrator(), request)).isNull();
  }

  @Test
  void get_projection_bringsTheValueAndNothingElse() {
    putStored("body", s(TEXT), Placement.CHUNKS, true);

    assertThat(get(request().projectionExpression("body")).item())
        .isEqualTo(Map.of("body", s(TEXT)));
    assertThat(
            get(request()
                    .projectionExpression("#b, plain")
                    .expressionAttributeNames(Map.of("#b", "body")))
                .item())
        .isEqualTo(Map.of("body", s(TEXT), "plain", s("x")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"#r", "#r.v", "plain, #r"})
  void get_projectionOfReserved_isNothing(String projection) {
    putStored("body", s(TEXT), Placement.CHUNKS, true);

    GetItemResponse response =
        get(
            request()
                .projectionExpression(projection)
                .expressionAttributeNames(Map.of("#r", "evenkeel.body")));

    assertThat(response.hasItem()).isTrue();
    assertThat(response.item())
        .isEqualTo(projection.contains("plain") ? Map.of("plain", s("x")) : Map.of());
  }

  @Test
  void get_projectionBelowManaged_isRefused() {
    GetItemRequest request = request().projectionExpression("body.x").build();

    assertThatThrownBy(() -> GetItem.of(docs.hydrator(), request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body'");
  }

  @Test
  void get_legacyParameter_isRefused() {
    GetItemRequest request = request().attributesToGet("body").build();

    assertThatThrownBy(() -> GetItem.of(docs.hydrator(), request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("AttributesToGet");
  }

  @Test
  void get_capacityAskedFor_countsTheChunks() {
    putStored("body", s("x".repeat(1000)), Placement.CHUNKS, false);

    GetItemResponse response =
        get(request().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).consistentRead(true));

    assertThat(response.consumedCapacity().tableName()).isEqualTo(docs.table);
    assertThat(response.consumedCapacity().capacityUnits()).isEqualTo(1 + 10 * 0.5);
  }

  @Test
  void get_overrides_holdForHiddenReads() {
    putStored("body", s(TEXT), Placement.CHUNKS, false);

    get(request().overrideConfiguration(o -> o.putHeader("x-who", "me")));

    assertThat(driver.sent())
        .hasSize(2)
        .allSatisfy(
            sent ->
                assertThat(sent.overrideConfiguration().orElseThrow().headers())
                    .containsEntry("x-who", List.of("me")));
  }

  @Test
  void get_largerThanThePageLimit_comesAllTheSame() {
    putStored("body", s(TEXT), Placement.CHUNKS, false);
    docs.limits(limits -> limits.withHydrateBytesMax(1));

    assertThat(get(request()).item().get("body")).isEqualTo(s(TEXT));
  }

  @Test
  void get_largerThanAValueMayBe_isRefusedBeforeItIsRead() {
    putStored("body", s(TEXT), Placement.CHUNKS, true);
    docs.limits(limits -> limits.withValueBytesMax(100));

    assertThatThrownBy(() -> get(request()))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
    assertThat(driver.sent()).hasSize(1);
  }
}
