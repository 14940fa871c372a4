package dev.evenkeel.objects.internal.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectMetadataTest {
  @Test
  void with_anyText_travelsAsAsciiAndComesBack() {
    ObjectMetadata metadata = ObjectMetadata.empty().with("pk", "Zoë 🚢\r\n").with("sk", "a?b>");

    assertThat(metadata.encoded())
        .containsExactly(Map.entry("pk", "Wm_DqyDwn5qiDQo"), Map.entry("sk", "YT9iPg"));
    assertThat(ObjectMetadata.read(metadata.encoded())).isEqualTo(metadata);
    assertThat(metadata).hasToString("ObjectMetadata[pk, sk]");
  }

  @Test
  void read_namesInAnyCase_areFound() {
    ObjectMetadata read = ObjectMetadata.read(Map.of("Sort-Key", "YT9iPg"));

    assertThat(read.get("sort-key")).isEqualTo("a?b>");
    assertThat(read.get("SORT-KEY")).isEqualTo("a?b>");
    assertThat(read.get("other")).isNull();
  }

  @Test
  void read_entriesOfOthers_areLeftOut() {
    Map<String, String> foreign =
        Map.of("note", "not base64url!", "bytes", "_w", "evenkeel-id", "YQ", "mine", "YQ");

    assertThat(ObjectMetadata.read(foreign).encoded()).containsOnlyKeys("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a_b", "-a", "a-", "ä", "a b", "evenkeel-mine"})
  void with_nameThatDoesNotTravel_isRefused(String name) {
    assertThatThrownBy(() -> ObjectMetadata.empty().with(name, "v"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void with_moreThanS3Keeps_isRefusedAndSaysHowMuch() {
    ObjectMetadata most = ObjectMetadata.empty().with("n", "v".repeat(1437));

    assertThat(most.encoded().get("n")).hasSize(ObjectMetadata.OWN_BYTES_MAX - 4);
    assertThatThrownBy(() -> most.with("more", "v"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1923 bytes");
    assertThat(most.with("n", "v").encoded()).containsEntry("n", "dg");
  }

  @Test
  void with_halfACharacter_isRefused() {
    assertThatThrownBy(() -> ObjectMetadata.empty().with("n", "\ud83d"))
        .hasMessageContaining("lone surrogate");
  }
}
