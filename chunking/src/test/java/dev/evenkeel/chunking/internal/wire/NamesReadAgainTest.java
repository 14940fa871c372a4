package dev.evenkeel.chunking.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.wire.ParentText.ChunkName;
import dev.evenkeel.chunking.internal.wire.PayloadKeys.ObjectName;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Keys identify their parents, chunks and objects, and no others. */
class NamesReadAgainTest {
  private static final KeySchema BY_ID = KeySchema.of(KeyAttribute.ofString("Id"));

  private record Made(KeySchema schema, Parent parent) {}

  /** Any parent, with a bias to the signs that joins and escapes are made of. */
  private static Made made(Gen gen) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put("Id", keyValue(gen));
    if (gen.chance(0.5)) {
      key.put("Sort", keyValue(gen));
    }
    List<KeyAttribute> parts =
        key.entrySet().stream()
            .map(
                part ->
                    new KeyAttribute(
                        part.getKey(),
                        ScalarAttributeType.fromValue(part.getValue().type().name())))
            .toList();
    KeySchema schema =
        parts.size() == 1 ? KeySchema.of(parts.get(0)) : KeySchema.of(parts.get(0), parts.get(1));
    // No table's name begins with what marks a hash.
    return new Made(schema, new Parent("T" + tricky(gen), key, tricky(gen)));
  }

  private static AttributeValue keyValue(Gen gen) {
    AttributeValue value = gen.keyValue();
    return value.s() == null ? value : AttributeValue.fromS(tricky(gen));
  }

  private static String tricky(Gen gen) {
    StringBuilder text = new StringBuilder();
    List<String> signs = List.of("#", "%", "%23", "%25", "%2", "S:", "~", "1#", "\n");
    for (int left = gen.between(1, 6); left > 0; left--) {
      text.append(gen.chance(0.7) ? gen.oneOf(signs) : gen.keyString());
    }
    return text.toString();
  }

  @Test
  void parent_ofTheTextOfAParent_isThatParent() {
    Property.check(
        500,
        gen -> {
          Made made = made(gen);
          String text = made.parent().text(made.schema());

          ParentText read = ParentText.of(text);

          assertThat(read).isNotNull();
          assertThat(read.table()).isEqualTo(made.parent().table());
          assertThat(read.attribute()).isEqualTo(made.parent().attribute());
          Parent again = read.parent(made.schema());
          assertThat(again).isNotNull();
          assertThat(again.text(made.schema())).isEqualTo(text);
          made.parent()
              .key()
              .forEach(
                  (name, value) -> {
                    if (value.n() == null) {
                      assertThat(again.key()).containsEntry(name, value);
                    }
                  });
        });
  }

  @Test
  void parent_ofAnyText_isNoneUnlessItWritesThatText() {
    Property.check(
        500,
        gen -> {
          String text = tricky(gen) + "#" + tricky(gen) + "#S:" + tricky(gen);
          ParentText read = ParentText.of(text);

          Parent parent = read == null ? null : read.parent(BY_ID);

          if (parent != null) {
            assertThat(parent.text(BY_ID)).isEqualTo(text);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Doc",
        "Doc#Text",
        "Doc#Text#S:",
        "Doc#Text#1",
        "Doc#Text#X:1",
        "Doc#Text#S:%2",
        "Doc#Text#S:%24",
        "Doc#Text#S:1#S:2",
        "Doc#Text#N:1",
        "%41#Text#S:1"
      })
  void parent_ofATextThatNoParentHas_isNone(String text) {
    ParentText read = ParentText.of(text);

    assertThat(read == null ? null : read.parent(BY_ID)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"N:01", "N:1.0", "N:x", "N:1E200", "N:", "B:AA"})
  void parent_ofANumberWrittenAnotherWay_isNone(String value) {
    KeySchema schema = KeySchema.of(KeyAttribute.ofNumber("Id"));

    assertThat(ParentText.of("Doc#Text#" + value).parent(schema)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"B:AB", "B:AA==", "B:A", "B:+/8", "B:"})
  void parent_ofBytesWrittenAnotherWay_isNone(String value) {
    KeySchema schema = KeySchema.of(KeyAttribute.ofBinary("Id"));

    assertThat(ParentText.of("Doc#Text#" + value).parent(schema)).isNull();
  }

  @Test
  void chunkName_ofTheKeyOfAChunk_tellsAllOfIt() {
    Property.check(
        300,
        gen -> {
          Made made = made(gen);
          WriteId writeId = WriteId.of(new byte[WriteId.BYTES]);
          int number = gen.between(1, Integer.MAX_VALUE - 1);
          String chunkParent = PayloadKeys.chunkParent(made.schema(), made.parent());

          ChunkName alone = ChunkName.ofKey(PayloadKeys.chunk(chunkParent, writeId, number));
          ChunkName sorted = ChunkName.ofKeys(chunkParent, PayloadKeys.chunkSort(writeId, number));

          assertThat(alone).isEqualTo(new ChunkName(chunkParent, writeId, number));
          assertThat(sorted).isEqualTo(alone);
          assertThat(alone.isHashed()).isFalse();
          assertThat(alone.isOf(made.schema(), alone.parentText().parent(made.schema()))).isTrue();
        });
  }

  @Test
  void chunkName_ofAParentThatIsTooLong_isHashed() {
    Parent parent =
        new Parent("Doc", Map.of("Id", AttributeValue.fromS("#".repeat(2_000))), "Text");
    String chunkParent = PayloadKeys.chunkParent(BY_ID, parent);

    ChunkName name = ChunkName.ofKey(PayloadKeys.chunk(chunkParent, WriteId.of(new byte[16]), 1));

    assertThat(name.isHashed()).isTrue();
    assertThat(name.parentText()).isNull();
    assertThat(name.isOf(BY_ID, parent)).isTrue();
    assertThat(name.isOf(BY_ID, new Parent("Doc", parent.key(), "Other"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1#",
        "x",
        "1#Doc#Text#S:1#0#1",
        "1#Doc#Text#S:1#00000000000000000000000000000000#0",
        "1#Doc#Text#S:1#00000000000000000000000000000000#01",
        "1#Doc#Text#S:1#00000000000000000000000000000000#2147483648",
        "1#Doc#Text#S:1#0000000000000000000000000000000A#1",
        "2#Doc#Text#S:1#00000000000000000000000000000000#1"
      })
  void chunkName_ofAKeyThatNoChunkHas_isNone(String key) {
    assertThat(ChunkName.ofKey(key)).isNull();
  }

  @Test
  void objectName_ofTheKeyOfAnObject_tellsTheTableAndConfirmsTheParent() {
    Parent parent = new Parent("Doc", Map.of("Id", AttributeValue.fromS("1")), "Text");
    String key = PayloadKeys.object(BY_ID, parent, WriteId.of(new byte[16]));

    ObjectName name = ObjectName.ofKey(key);

    assertThat(name).isEqualTo(new ObjectName(key, "Doc", WriteId.of(new byte[16])));
    assertThat(name.isOf(BY_ID, parent)).isTrue();
    assertThat(name.isOf(BY_ID, new Parent("Doc", parent.key(), "Other"))).isFalse();
    assertThat(ObjectName.ofKey(key + "0")).isNull();
    assertThat(ObjectName.ofKey("v2" + key.substring(2))).isNull();
    assertThat(ObjectName.ofKey("x/" + key)).isNull();
  }
}
