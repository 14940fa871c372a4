package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Items whose values are replaced or lost while they are read. */
class TornItemTest extends ItemReads {
  @Test
  void get_replacedBeforeItsChunksAreRead_isTheNewValue() {
    Map<String, AttributeValue> old = putStored("body", s(TEXT), Placement.CHUNKS, false);
    docs.payloads.beforeRead(
        number -> {
          if (number == 1) {
            docs.removePayload(old, "body");
            putStored("body", s("new ".repeat(100)), Placement.CHUNKS, false);
          }
        });

    assertThat(get(request()).item().get("body")).isEqualTo(s("new ".repeat(100)));
  }

  @Test
  void get_replacedByASmallOne_isTheNewValue() {
    Map<String, AttributeValue> old = putStored("body", s(TEXT), Placement.CHUNKS, false);
    Map<String, AttributeValue> small = new HashMap<>(key);
    small.put("body", s("small"));
    docs.payloads.beforeRead(
        number -> {
          docs.removePayload(old, "body");
          docs.putRaw(small);
        });

    assertThat(get(request()).item()).isEqualTo(small);
  }

  @Test
  void get_goneMeanwhile_isNoItem() {
    Map<String, AttributeValue> old = putStored("body", s(TEXT), Placement.CHUNKS, false);
    docs.payloads.beforeRead(
        number -> {
          docs.removePayload(old, "body");
          docs.client.deleteItem(d -> d.tableName(docs.table).key(key));
        });

    assertThat(get(request()).hasItem()).isFalse();
  }

  @Test
  void get_replacedAgainAndAgain_endsWithATypedError() {
    docs.payloads.beforeRead(
        number ->
            docs.removePayload(
                putStored("body", s("again".repeat(100)), Placement.CHUNKS, false), "body"));
    docs.removePayload(putStored("body", s(TEXT), Placement.CHUNKS, false), "body");

    assertThatThrownBy(() -> get(request()))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
    assertThat(driver.sent().stream().filter(GetItemRequest.class::isInstance))
        .hasSize(1 + TornRead.REREADS_MAX);
  }

  @Test
  void get_lostPayload_isAnErrorThatNamesThePlace() {
    docs.removePayload(putStored("body", s(TEXT), Placement.CHUNKS, false), "body");

    assertThatThrownBy(() -> get(request()))
        .isInstanceOfSatisfying(
            LargeValueException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.PAYLOAD_MISSING);
              assertThat(e.table()).isEqualTo("get");
              assertThat(e.attribute()).isEqualTo("body");
            });
    assertThat(driver.sent().stream().filter(GetItemRequest.class::isInstance)).hasSize(2);
  }
}
