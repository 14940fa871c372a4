package dev.evenkeel.chunking.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** Rows of indexes, which have what these project. */
class EntityIndexTest extends VersionedDocs {
  @ParameterizedTest
  @EnumSource
  void query_index_hasWhatItProjects(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);

    VersionedDoc including = rows(table, "including", doc, null).get(0);
    assertThat(including.getText()).isEqualTo(doc.getText());
    assertThat(including.getImage()).isEqualTo(doc.getImage());
    assertThat(including.getLines()).isNull();
    VersionedDoc keysOnly = rows(table, "keysOnly", doc, null).get(0);
    assertThat(keysOnly.getRank()).isEqualTo(doc.getRank());
    assertThat(keysOnly.getText()).isNull();
    assertThat(keysOnly.getImage()).isNull();
    VersionedDoc projected = rows(table, "including", doc, List.of("image")).get(0);
    assertThat(projected.getImage()).isEqualTo(doc.getImage());
    assertThat(projected.getId()).isEmpty();
  }

  private static List<VersionedDoc> rows(
      EntityTable<VersionedDoc> table,
      String index,
      VersionedDoc doc,
      @Nullable List<String> projected) {
    return table.query(
        index,
        QueryEnhancedRequest.builder()
            .queryConditional(
                QueryConditional.keyEqualTo(key -> key.partitionValue(doc.getTitle())))
            .attributesToProject(projected)
            .build());
  }
}
