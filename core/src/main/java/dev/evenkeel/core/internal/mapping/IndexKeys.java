package dev.evenkeel.core.internal.mapping;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;

/** The key of an index of a schema, the primary one included. */
@SuppressWarnings("deprecation") // what older SDKs have
public final class IndexKeys {
  /** Older SDKs know one attribute of each part only, and have no method for several. */
  private static final boolean SEVERAL =
      Stream.of(IndexMetadata.class.getMethods())
          .anyMatch(method -> method.getName().equals("partitionKeys"));

  private IndexKeys() {}

  /** The attributes of the partition key, in order; none for a local index. */
  public static List<KeyAttributeMetadata> partition(IndexMetadata index) {
    return SEVERAL ? index.partitionKeys() : index.partitionKey().stream().toList();
  }

  /** The attributes of the sort key, in order; none where there is no such key. */
  public static List<KeyAttributeMetadata> sort(IndexMetadata index) {
    return SEVERAL ? index.sortKeys() : index.sortKey().stream().toList();
  }
}
