package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values that look like stored forms. */
class ImitatedFormsTest extends HostilePayloads {
  /** Values that look like compressed forms or markers. */
  static List<AttributeValue> imitations() throws IOException {
    List<AttributeValue> all = new ArrayList<>();
    all.add(b((byte) 0x1f, (byte) 0x8b));
    all.add(b((byte) 0x28, (byte) 0xb5, (byte) 0x2f, (byte) 0xfd));
    all.add(b(bomb(Codecs.zstd())));
    all.add(AttributeValue.fromS("{\"S\":\"text\"}"));
    all.add(AttributeValue.fromS("{\"M\":{\"v\":{\"N\":\"1\"},\"at\":{\"S\":\"chunks\"}}}"));
    all.add(AttributeValue.fromS("1#Docs#body#S:item0#N:1#00000000000000000000000000000000#1"));
    all.add(inItem(Codecs.gzip(), 10));
    all.add(AttributeValue.fromM(Map.of("evenkeel.body", inItem(Codecs.gzip(), 10))));
    all.add(AttributeValue.fromM(Map.of("S", AttributeValue.fromS("x"))));
    all.add(AttributeValue.fromL(List.of(inItem(Codecs.zstd(), 0))));
    return all;
  }

  List<Arguments> imitationsOnFaces() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      imitations().forEach(value -> all.add(Arguments.of(client, value)));
    }
    return all;
  }

  /** Inside the item and outside, in attributes that the spec names and in one that it does not. */
  @ParameterizedTest
  @MethodSource("imitationsOnFaces")
  void put_valueThatLooksStored_comesBackAsItWas(ClientUnderTest client, AttributeValue value) {
    Map<String, AttributeValue> key = freshKey();
    Map<String, AttributeValue> inside = new HashMap<>(key);
    List.of("text", "body", "image", "small", "other").forEach(name -> inside.put(name, value));
    put(client, inside);
    assertThat(get(client, key)).isEqualTo(inside);

    Map<String, AttributeValue> outside = changed(inside, "other", noise(4000));
    put(client, outside);
    assertThat(get(client, key)).isEqualTo(outside);
  }

  /** A value that is, byte for byte, what is stored of another. */
  @ParameterizedTest
  @MethodSource("clients")
  void put_storedFormsAsValues_comeBackAsTheyWere(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    AttributeValue text = AttributeValue.fromS("line ".repeat(500));
    put(client, with(key, Map.of("text", text, "small", text)));
    Map<String, AttributeValue> stored = stored(key);
    Map<String, AttributeValue> other = freshKey();
    Map<String, AttributeValue> again =
        with(
            other,
            Map.of(
                "text", stored.get("text"),
                "small", stored.get("small"),
                "body", stored.get("evenkeel.text"),
                "other", stored.get("evenkeel.small")));

    put(client, again);

    assertThat(get(client, other)).isEqualTo(again);
  }
}
