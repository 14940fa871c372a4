package dev.evenkeel.core.internal.mapping;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * A vector index of a table. Older SDKs have no types for them: this class alone names these, and
 * gives none there.
 *
 * @param attributes those that it reads of each item, the vector first
 * @param projection null in a schema, which does not tell
 */
public record VectorIndex(String name, List<String> attributes, @Nullable Projection projection) {
  private static final boolean IN_TABLES = isKnown(TableDescription.class, "vectorIndexes");

  /** Apart, for class paths without the Enhanced Client. */
  private static final class Schemas {
    static final boolean KNOWN = isKnown(TableMetadata.class, "vectorIndices");
  }

  private static boolean isKnown(Class<?> type, String name) {
    return Stream.of(type.getMethods()).anyMatch(method -> method.getName().equals(name));
  }

  public static List<VectorIndex> of(TableDescription table) {
    return IN_TABLES
        ? table.vectorIndexes().stream()
            .map(
                index ->
                    new VectorIndex(
                        index.indexName(),
                        attributes(
                            index.vectorAttribute().attributeName(),
                            index.searchSchema().stream().map(each -> each.attributeName())),
                        index.projection()))
            .toList()
        : List.of();
  }

  public static List<VectorIndex> of(TableMetadata schema) {
    return Schemas.KNOWN
        ? schema.vectorIndices().stream()
            .map(
                index ->
                    new VectorIndex(
                        index.indexName(),
                        attributes(
                            index.vectorAttributeName(),
                            index.searchSchemaElements().stream()
                                .map(each -> each.attributeName())),
                        null))
            .toList()
        : List.of();
  }

  private static List<String> attributes(String vector, Stream<String> others) {
    return Stream.concat(Stream.of(vector), others).toList();
  }
}
