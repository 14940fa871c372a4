package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The tag of a restored table: the archived table and the id of the restore. */
final class RestoreTag {
  private static final String KEY = "evenkeel.restored-from";

  /** AWS, "Tagging restrictions in DynamoDB": a value has 256 characters at most. */
  private static final int VALUE_MAX = 256;

  private static final int ID_BYTES = 16;

  private final String value;

  /**
   * The tag of a restore.
   *
   * @param tableName cut if both would be too long for a tag
   */
  RestoreTag(String tableName, String restoreId) {
    int room = VALUE_MAX - restoreId.length() - 1;
    String name = tableName.length() > room ? tableName.substring(0, room) : tableName;
    this.value = name + "/" + restoreId;
  }

  /** An id that no other restore has: owners of leases are drawn for each call. */
  static String drawnId(Lease lease, String target) {
    String named = lease.owner() + "\n" + lease.fence() + "\n" + target;
    byte[] drawn = Sha256.of(named.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(drawn, 0, ID_BYTES);
  }

  /** The tags as CreateTable takes them. */
  Map<String, String> tags() {
    return Map.of(KEY, value);
  }

  /** The restore that the tags of a table name. */
  enum TagOwner {
    /** It is the table of this restore. */
    OURS,
    /** It is the table of another restore. */
    ANOTHERS,
    /** The table has no tag of a restore, or its tags are not visible yet. */
    NOTHING
  }

  /** Asks for the tags of a table. */
  Flow<TagOwner> of(TableDescription table) {
    return TableTags.upTo(KEY, table)
        .map(
            tags -> {
              String named = tags.get(KEY);
              return named == null
                  ? TagOwner.NOTHING
                  : named.equals(value) ? TagOwner.OURS : TagOwner.ANOTHERS;
            });
  }
}
