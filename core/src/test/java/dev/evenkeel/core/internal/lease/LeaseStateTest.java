package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The permanent form of a stored lease, and attributes that are refused. */
class LeaseStateTest {
  private static AttributeValue attribute(String dynamoDbJson) {
    try {
      return attribute(new ObjectMapper().readTree(dynamoDbJson));
    } catch (IOException e) {
      throw new IllegalArgumentException(dynamoDbJson, e);
    }
  }

  private static AttributeValue attribute(JsonNode json) {
    if (!json.has("M")) {
      return json.has("S")
          ? AttributeValue.fromS(json.get("S").textValue())
          : AttributeValue.fromN(json.get("N").textValue());
    }
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    json.get("M").properties().forEach(at -> entries.put(at.getKey(), attribute(at.getValue())));
    return AttributeValue.fromM(entries);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/leases.csv", delimiter = '|', numLinesToSkip = 1)
  void state_isFrozen(
      long fence, long version, @Nullable String owner, long lengthMillis, String json) {
    LeaseState state = new LeaseState(fence, version, owner, lengthMillis);

    assertThat(state.write()).isEqualTo(attribute(json));
    assertThat(LeaseState.read("control", attribute(json))).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'M':{'format':{'N':'2'},'fence':{'N':'1'},'version':{'N':'1'}}} | format 2",
        "{'M':{'format':{'N':'2'},'shape':{'S':'quite another'}}} | format 2",
        "{'M':{'fence':{'N':'1'},'version':{'N':'1'}}} | 'format'",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'}}} | lacks some",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'N':'1'},'x':{'N':'1'}}} | not known",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'N':'1'},'owner':{'S':'a'}}} | lacks",
        "{'M':{'format':{'N':'1'},'fence':{'N':'0'},'version':{'N':'1'}}} | 'fence'",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'N':'1.5'}}} | 'version'",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'S':'1'}}} | 'version'",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'N':'1'},'owner':{'N':'1'},'length':{'N':'1'}}} | 'owner'",
        "{'M':{'format':{'N':'1'},'fence':{'N':'1'},'version':{'N':'1'},'owner':{'S':'a'},'length':{'N':'86400001'}}} | 'length'",
        "{'S':'secret'} | no map",
      },
      quoteCharacter = '"')
  void read_ofAnythingElse_isRefusedWithoutValues(String json, String reason) {
    AttributeValue attribute = attribute(json.replace('\'', '"'));

    assertThatThrownBy(() -> LeaseState.read("control", attribute))
        .isInstanceOf(LeaseFormatException.class)
        .hasMessageContainingAll("control", reason)
        .hasMessageNotContainingAny("secret", "quite another");
  }

  @Test
  void states_aLongLife_neverTheSameTwice() {
    LeaseState first = LeaseState.NEW.takenBy("a", Duration.ofSeconds(1));
    LeaseState renewed = first.renewed();
    LeaseState released = renewed.released();
    LeaseState again = released.takenBy("a", Duration.ofSeconds(1));

    assertThat(List.of(LeaseState.NEW, first, renewed, released, again)).doesNotHaveDuplicates();
    assertThat(again.fence()).isEqualTo(2);
    assertThat(released.fence()).isEqualTo(1);
  }

  @Test
  void lease_madeByHand_isChecked() {
    Lease.Key leaseKey = OneItem.PLACE;
    Duration second = Duration.ofSeconds(1);

    assertThat(new Lease(leaseKey, "a", 1, 1, Duration.ofNanos(1_999_999)).length())
        .isEqualTo(Duration.ofMillis(1));
    assertThatThrownBy(() -> new Lease(leaseKey, "", 1, 1, second)).hasMessageContaining("owner");
    assertThatThrownBy(() -> new Lease(leaseKey, "a", 0, 1, second)).hasMessageContaining("Fence");
    assertThatThrownBy(() -> new Lease(leaseKey, "a", 1, 0, second))
        .hasMessageContaining("version");
    assertThatThrownBy(() -> new Lease(leaseKey, "a", 1, 1, Duration.ofNanos(999_999)))
        .hasMessageContaining("length");
    assertThatThrownBy(() -> new Lease(leaseKey, "a", 1, 1, Leases.LENGTH_MAX.plusMillis(1)))
        .hasMessageContaining("length");
    assertThatThrownBy(() -> Leases.tryAcquire(leaseKey, "a".repeat(257), second))
        .hasMessageContaining("257");
  }

  @Test
  void place_text_namesTableAndKeyWithoutValues() {
    assertThat(OneItem.PLACE).hasToString("lease in table 'control', key [id]");
    assertThatThrownBy(() -> new Lease.Key("control", Map.of()))
        .hasMessageContaining("'control' has 0 attributes");
    assertThatThrownBy(() -> new Lease.Key(" ", OneItem.PLACE.key()))
        .hasMessageContaining("name of the table");
  }
}
