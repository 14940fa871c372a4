package dev.evenkeel.chunking.internal.expression;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ManagedProjectionTest {
  private static final Call CALL = new Call("GetItem", "docs");
  private static final ChunkedTable TABLE =
      new ChunkedTable(
          ChunkingSpec.builder("docs")
              .partitionKey("id")
              .sortKey("at")
              .attribute("body", AttributePolicy.chunked())
              .attribute("essay", AttributePolicy.chunked())
              .chunkTable("chunks")
              .intentTable("intents")
              .seedLayout("essay")
              .build());
  private static final Map<String, String> NAMES =
      Map.of("#b", "body", "#m", "evenkeel.body", "#c", "ChunkCount");

  @Test
  void of_noProjection_wantsAll() {
    ManagedProjection projection = of(null);

    assertThat(projection.sent()).isNull();
    assertThat(projection.isAsRequested()).isTrue();
    assertThat(projection.wanted()).containsExactly("body", "essay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a, id, b.body", "a[0].b"})
  void of_nothingManaged_isTheSame(String text) {
    ManagedProjection projection = of(text);

    assertThat(projection.isAsRequested()).isTrue();
    assertThat(projection.wanted()).isEmpty();
    assertThat(projection.added()).isEmpty();
  }

  @Test
  void of_managed_bringsMarkerAndKey() {
    ManagedProjection projection = of("a, #b, id");

    assertThat(requireNonNull(projection.sent()).attributes())
        .containsExactly("a", "body", "id", "at", "evenkeel.body");
    assertThat(projection.wanted()).containsExactly("body");
    assertThat(projection.added()).containsExactly("at");
  }

  @Test
  void of_managedWithMore_bringsTheseToo() {
    ManagedProjection projection = of("body, x", "x", "y");

    assertThat(projection.added()).containsExactly("id", "at", "y");
    assertThat(requireNonNull(projection.sent()).covers("y")).isTrue();
  }

  @Test
  void of_seedAttribute_bringsCountAndVersion() {
    assertThat(requireNonNull(of("essay").sent()).attributes())
        .contains("evenkeel.essay", "ChunkCount", "ChunkVersion");
  }

  @Test
  void of_reserved_projectsNothing() {
    ManagedProjection projection = of("#m, #c");

    assertThat(requireNonNull(projection.sent()).attributes()).containsExactly("id", "at");
    assertThat(projection.wanted()).isEmpty();
    assertThat(projection.added()).containsExactly("id", "at");
  }

  @Test
  void of_reservedPath_projectsNothing() {
    assertThat(requireNonNull(of("a, #m.v").sent()).attributes()).containsExactly("a", "id", "at");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#b.x", "a, essay[0]"})
  void of_pathBelowManaged_isRefusedByName(String text) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(text.contains("essay") ? "'essay'" : "'body'");
  }

  @Test
  void of_pathBelowKey_isLeftToDynamoDb() {
    assertThat(of("body, id.x").isAsRequested()).isTrue();
  }

  @Test
  void stripped_takesOutWhatWasAdded() {
    Map<String, AttributeValue> item = new HashMap<>();
    List.of("id", "at", "a", "body").forEach(name -> item.put(name, AttributeValue.fromS("x")));

    assertThat(of("a, body").stripped(item)).containsOnlyKeys("a", "body");
  }

  private static ManagedProjection of(@Nullable String text, String... more) {
    return ManagedProjection.of(
        CALL,
        TABLE,
        text,
        NAMES,
        List.of(more),
        PlaceholderAllocator.of(NAMES, Map.of(), List.of()));
  }
}
