package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.lease.Lease;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;

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
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      String named = lease.owner() + "\n" + lease.fence() + "\n" + target;
      byte[] drawn = sha.digest(named.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(drawn, 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
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
    return page(table, null);
  }

  private Flow<TagOwner> page(TableDescription table, @Nullable String token) {
    ListTagsOfResourceRequest request =
        ListTagsOfResourceRequest.builder().resourceArn(table.tableArn()).nextToken(token).build();
    return TableCall.listTags(request).then(answer -> judge(table, answer));
  }

  private Flow<TagOwner> judge(TableDescription table, ListTagsOfResourceResponse answer) {
    for (Tag tag : answer.tags()) {
      if (tag.key().equals(KEY)) {
        return Flow.of(tag.value().equals(value) ? TagOwner.OURS : TagOwner.ANOTHERS);
      }
    }
    return answer.nextToken() == null ? Flow.of(TagOwner.NOTHING) : page(table, answer.nextToken());
  }
}
