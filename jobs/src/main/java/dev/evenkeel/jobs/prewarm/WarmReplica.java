package dev.evenkeel.jobs.prewarm;

import dev.evenkeel.simulator.spec.Capacity.Throughput;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaGlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaStatus;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;

/**
 * The copy of a global table in another region. Warm throughput of a table "will automatically
 * apply to all replica tables" (AWS, <em>Understanding DynamoDB warm throughput</em>), each of
 * which is paid.
 *
 * @param warm the warm throughput; that of the table itself where DynamoDB does not report it
 * @param indexes the warm throughput of its indexes, by name; likewise
 */
public record WarmReplica(String region, Throughput warm, Map<String, Throughput> indexes) {
  /** Nothing is warmed there: they go, or cannot be reached. As text: older SDKs lack some. */
  private static final Set<String> GONE =
      Set.of("CREATION_FAILED", "DELETING", "ARCHIVING", "ARCHIVED");

  /** Keeps the order of the indexes. */
  public WarmReplica {
    indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
  }

  /** All but the one that was described, which may or may not be listed among them. */
  static List<WarmReplica> of(
      TableDescription table, Throughput warm, Map<String, Throughput> indexes) {
    String own = region(table.tableArn());
    return table.replicas().stream()
        .filter(replica -> !replica.regionName().equals(own))
        .filter(replica -> !isGone(replica))
        .map(replica -> of(replica, warm, indexes))
        .toList();
  }

  private static boolean isGone(ReplicaDescription replica) {
    String status = replica.replicaStatusAsString();
    return status != null && GONE.contains(status);
  }

  private static WarmReplica of(
      ReplicaDescription replica, Throughput warm, Map<String, Throughput> indexes) {
    TableWarmThroughputDescription reported = replica.warmThroughput();
    Map<String, Throughput> own = new LinkedHashMap<>(indexes);
    for (ReplicaGlobalSecondaryIndexDescription index : replica.globalSecondaryIndexes()) {
      if (index.warmThroughput() != null) {
        own.replace(
            index.indexName(),
            WarmTable.throughput(
                index.warmThroughput().readUnitsPerSecond(),
                index.warmThroughput().writeUnitsPerSecond()));
      }
    }
    return new WarmReplica(
        replica.regionName(),
        reported == null
            ? warm
            : WarmTable.throughput(reported.readUnitsPerSecond(), reported.writeUnitsPerSecond()),
        own);
  }

  /** Whether nothing of it is being changed; what is gone is not waited for. */
  static boolean isSettled(ReplicaDescription replica) {
    if (isGone(replica)) {
      return true;
    }
    ReplicaStatus status = replica.replicaStatus();
    TableWarmThroughputDescription reported = replica.warmThroughput();
    return status != ReplicaStatus.CREATING
        && status != ReplicaStatus.UPDATING
        && (reported == null
            || reported.status() == null
            || reported.status() == TableStatus.ACTIVE)
        && replica.globalSecondaryIndexes().stream()
            .map(ReplicaGlobalSecondaryIndexDescription::warmThroughput)
            .allMatch(
                warm ->
                    warm == null || warm.status() == null || warm.status() == IndexStatus.ACTIVE);
  }

  /** The fourth part of {@code arn:aws:dynamodb:region:account:table/name}; null if it has none. */
  private static @Nullable String region(@Nullable String arn) {
    String[] parts = arn == null ? new String[0] : arn.split(":", -1);
    return parts.length > 3 ? parts[3] : null;
  }
}
