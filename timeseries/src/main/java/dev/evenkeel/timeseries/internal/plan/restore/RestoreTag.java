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

/** What a restore tags its table with: the table whose archive it is, and the restore's own id. */
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

  /** As CreateTable takes it. */
  Map<String, String> tags() {
    return Map.of(KEY, value);
  }

  /** What the tags of a table say. */
  enum Said {
    /** It is the table of this restore. */
    OURS,
    /** It is another restore's. */
    ANOTHERS,
    /** It is no restore's, or its tags are not told yet. */
    NOTHING
  }

  /** Asks for the tags of a table. */
  Flow<Said> of(TableDescription table) {
    return page(table, null);
  }

  private Flow<Said> page(TableDescription table, @Nullable String token) {
    ListTagsOfResourceRequest request =
        ListTagsOfResourceRequest.builder().resourceArn(table.tableArn()).nextToken(token).build();
    return TableCall.listTags(request).then(answer -> judge(table, answer));
  }

  private Flow<Said> judge(TableDescription table, ListTagsOfResourceResponse answer) {
    for (Tag tag : answer.tags()) {
      if (tag.key().equals(KEY)) {
        return Flow.of(tag.value().equals(value) ? Said.OURS : Said.ANOTHERS);
      }
    }
    return answer.nextToken() == null ? Flow.of(Said.NOTHING) : page(table, answer.nextToken());
  }
}
