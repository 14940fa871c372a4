package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.lifecycle.CreateTable;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreTag.TagOwner;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The table that a restore makes. It is never one that existed before. A table of that name is
 * taken only if it is the one that was noted, or has the tag of this very restore; on an engine
 * without tags, if it was created since and holds no item.
 */
record TargetTable(
    TimeSeriesSpec spec, RestoreOrder order, boolean isLocal, RestoreProgress progress) {
  /** Clocks of DynamoDB and ours differ by less. */
  private static final Duration SKEW_MAX = Duration.ofMinutes(5);

  /** The time for which a new table and its tags may stay invisible; AWS says some seconds. */
  private static final Duration TELLING = Duration.ofMinutes(1);

  /**
   * The table under the target's name.
   *
   * @param table null if there is none, or none that is known to be this restore's
   * @param isTooNew whether there is one, so new that its tags may not be visible yet
   */
  record Existing(@Nullable TableDescription table, boolean isTooNew) {}

  /** Fails if there is a table that is not this restore's. */
  Flow<Existing> requireOurs() {
    return TableLookup.of(order.target())
        .then(
            described -> {
              TableDescription table = described.table();
              return table == null || progress.header().isOf(table)
                  ? Flow.of(new Existing(table, false))
                  : taken(table);
            });
  }

  /** A run that died right after CreateTable could not note it; the table has its tag, then. */
  private Flow<Existing> taken(TableDescription table) {
    TargetRefusals refusals = new TargetRefusals(order.target());
    Header header = progress.header();
    if (header.content() == null || header.created() != null) {
      return Flow.failed(refusals.occupied());
    }
    String id = header.restoreId();
    if (id == null) {
      return Flow.failed(refusals.withoutId());
    }
    return new RestoreTag(order.tableName(), id)
        .of(table)
        .recover(
            failure ->
                Refusals.isUnsupported(failure)
                    ? emptySince(table)
                    : Flow.failed(refusals.unread(failure)))
        .then(
            tag ->
                switch (tag) {
                  case OURS -> noted(table).map(done -> new Existing(table, false));
                  case ANOTHERS -> Flow.failed(refusals.occupied());
                  case NOTHING -> Now.ask().then(now -> untagged(table, now, refusals));
                });
  }

  /** An engine without tags is no place for production: there, new and empty has to do. */
  private Flow<TagOwner> emptySince(TableDescription table) {
    Instant created = table.creationDateTime();
    if (created == null || created.isBefore(progress.header().began().minus(SKEW_MAX))) {
      return Flow.of(TagOwner.ANOTHERS);
    }
    ScanRequest any =
        ScanRequest.builder().tableName(order.target()).consistentRead(true).limit(1).build();
    return TableCall.scan(any)
        .map(answer -> answer.items().isEmpty())
        .recover(Refusals::isNotFound, failure -> Flow.of(true))
        .map(isEmpty -> isEmpty ? TagOwner.OURS : TagOwner.ANOTHERS);
  }

  private static Flow<Existing> untagged(
      TableDescription table, Instant now, TargetRefusals refusals) {
    Instant created = table.creationDateTime();
    return created != null && isNew(created, now)
        ? Flow.of(new Existing(null, true))
        : Flow.failed(refusals.occupied());
  }

  private static boolean isNew(Instant created, Instant now) {
    return now.isBefore(created.plus(SKEW_MAX).plus(TELLING));
  }

  /**
   * Whether the target was deleted since it was created, so that the restore begins again. Asked
   * only when a call begins: in the middle of one it stays a failure.
   */
  boolean isDropped(Existing existing, Instant now) {
    Instant created = progress.header().created();
    return existing.table() == null && created != null && !isNew(created, now);
  }

  private Flow<Done> noted(TableDescription table) {
    return progress.claim(progress.header().of(table.tableId(), table.creationDateTime()));
  }

  /**
   * A step towards a table that can be written to: creates a missing one from the template, without
   * expiry, and describes it.
   *
   * @return no table as long as there is none that answers
   */
  Flow<TableLookup> step() {
    return requireOurs()
        .then(
            existing ->
                existing.table() == null && !existing.isTooNew()
                    ? created()
                    : Flow.of(new TableLookup(existing.table())))
        .then(described -> described.table() == null ? Flow.of(described) : ready(described));
  }

  private Flow<TableLookup> created() {
    Instant created = progress.header().created();
    if (created != null) {
      return Now.ask().then(now -> awaitDescription(created, now));
    }
    RestoreTag tag =
        new RestoreTag(order.tableName(), requireNonNull(progress.header().restoreId()));
    return CreateTable.table(spec.template().creating(order.target(), tag.tags()), isLocal)
        .then(
            answer ->
                noted(answer.tableDescription())
                    .map(done -> new TableLookup(answer.tableDescription())))
        .recover(ResourceInUseException.class, failure -> Flow.of(TableLookup.NONE));
  }

  /** DescribeTable may not know a new table for a while. */
  private Flow<TableLookup> awaitDescription(Instant created, Instant now) {
    return isNew(created, now)
        ? Flow.of(TableLookup.NONE)
        : Flow.failed(new TargetRefusals(order.target()).gone());
  }

  private Flow<TableLookup> ready(TableLookup described) {
    return ObservedTable.of(requireNonNull(described.table()), Ownership.OURS).settled()
        ? TableLookup.answers(order.target(), spec.key())
            .map(answers -> answers ? described : TableLookup.NONE)
        : Flow.of(TableLookup.NONE);
  }

  /** The reasons why an existing table is not taken for a restore's target, with remedies. */
  record TargetRefusals(String target) {
    private static final String TAKEN = "there is a table of that name already, and ";
    private static final String ANOTHER_NAME =
        "Restore to another name; nothing was written to the table";
    private static final String DELETE =
        "If it is empty and nobody else's, delete it and restore again; or restore to another name."
            + " Nothing was written to it";

    /** This restore has created none yet, or the one that it had created is gone. */
    RefusedOperationException occupied() {
      return refusal("this restore did not make it", ANOTHER_NAME);
    }

    /** A restore that an earlier version began has no id that a table could be tagged with. */
    RefusedOperationException withoutId() {
      return refusal("nothing tells whether an earlier version made it for this restore", DELETE);
    }

    /** It was deleted while it was restored to. */
    RefusedOperationException gone() {
      return new RefusedOperationException(
          "restore",
          target,
          "the table that was being restored to is gone",
          "Restore again to begin anew, or to another name");
    }

    /** Translates a failure to write to it; other failures stay unchanged. */
    Throwable unwritten(Throwable failure) {
      return Refusals.isNotFound(failure) ? gone() : failure;
    }

    /** Translates a failure to read tags; other failures stay unchanged. */
    Throwable unread(Throwable failure) {
      return ErrorCode.isDenied(failure)
          ? refusal(
              "its tags, which tell whether this restore made it, may not be read",
              "Allow dynamodb:ListTagsOfResource on it and restore again, or restore to another"
                  + " name; nothing was written to it")
          : failure;
    }

    private RefusedOperationException refusal(String why, String remedy) {
      return new RefusedOperationException("restore", target, TAKEN + why, remedy);
    }
  }
}
