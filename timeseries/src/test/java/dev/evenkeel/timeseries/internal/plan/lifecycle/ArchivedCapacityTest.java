package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** A table that was cooled down is raised for scans, and for nothing else. */
class ArchivedCapacityTest {
  private static final Instant BEGAN = Instant.parse("2026-03-10T00:00:00Z");
  private static final String NAME = "readings_2026-03-10";

  private static TimeSeriesSpec spec(ArchivePolicy.Builder policy) {
    return TimeSeriesSpec.builder("readings")
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .since(BEGAN)
        .template(
            TableTemplate.of(
                CreateTableRequest.builder()
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("at")
                            .keyType(KeyType.HASH)
                            .build())
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("at")
                            .attributeType("S")
                            .build())
                    .provisionedThroughput(u -> u.readCapacityUnits(100L).writeCapacityUnits(9L))
                    .build()))
        .tiers(Tier.cooled().provisioned(5, 1))
        .archive(policy.readUnitsPerSecond(40).build())
        .build();
  }

  private static LifecyclePlan plan(ArchiveMethodPolicy method, boolean isVerified) {
    ArchivePolicy.Builder policy =
        ArchivePolicy.builder(BucketSpec.builder("archives").build())
            .method(method)
            .verifyExportByScan(isVerified);
    ObservedTable table =
        new ObservedTable(
            NAME,
            TableStatus.ACTIVE,
            "id",
            BEGAN,
            new ObservedUnits(5, 1, 0, null),
            Map.of(),
            Set.of(),
            true,
            TableClass.STANDARD,
            false,
            Ownership.OURS);
    LedgerEntry entry =
        new LedgerEntry(
            NAME,
            Period.DAY.containing(BEGAN),
            State.RETIRED,
            "id",
            BEGAN,
            true,
            false,
            false,
            Set.of(),
            1);
    return LifecyclePlanner.plan(
        spec(policy),
        Instant.parse("2026-03-11T12:00:00Z"),
        List.of(table),
        Set.of(),
        List.of(entry),
        RunLimits.KEEPING,
        ScaledTables.NONE,
        List.of());
  }

  private static boolean isRaised(ArchiveMethodPolicy method, boolean isVerified) {
    LifecyclePlan plan = plan(method, isVerified);
    assertThat(plan.actions()).hasAtLeastOneElementOfType(Archive.class);
    return plan.actions().stream().anyMatch(Resize.class::isInstance);
  }

  @Test
  void plan_archiveIsDue_raisesForScansOnly() {
    assertThat(isRaised(ArchiveMethodPolicy.SCAN, false)).isTrue();
    assertThat(isRaised(ArchiveMethodPolicy.AUTO, false)).isTrue();
    assertThat(isRaised(ArchiveMethodPolicy.EXPORT, true)).isTrue();
    assertThat(isRaised(ArchiveMethodPolicy.EXPORT, false)).isFalse();
  }
}
