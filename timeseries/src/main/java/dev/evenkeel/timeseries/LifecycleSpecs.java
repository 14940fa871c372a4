package dev.evenkeel.timeseries;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.timeseries.internal.route.DistinctSeries;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.CompanionRules;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The series of a lifecycle, and what decides whether they can be run.
 *
 * @param controlTable null if none is named yet
 * @param hasS3 whether a client of S3 was given
 * @param showsOtherItems whether items are stored in another form than the client returns
 */
record LifecycleSpecs(
    List<TimeSeriesSpec> specs,
    @Nullable String controlTable,
    boolean hasS3,
    boolean showsOtherItems) {
  private static final Pattern SERIES = Pattern.compile("[A-Za-z0-9_.-]{1,255}");

  /**
   * All of them.
   *
   * @throws IllegalArgumentException if there is none, or one cannot be run
   */
  List<TimeSeriesSpec> checked() {
    if (specs.isEmpty()) {
      throw new IllegalArgumentException("A lifecycle needs at least one table(spec)");
    }
    DistinctSeries.require(specs);
    specs.forEach(this::check);
    return List.copyOf(specs);
  }

  /** The spec that this lifecycle has of the series whose items rows belong to. */
  private TimeSeriesSpec itemsOf(TimeSeriesSpec rows, TimeSeriesSpec items) {
    return specs.stream()
        .filter(spec -> spec.tableName().equals(items.tableName()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the rows of '%s' belong to the items of '%s', which this lifecycle does not have: add table(spec) of it, too"
                        .formatted(rows.tableName(), items.tableName())));
  }

  private void check(TimeSeriesSpec spec) {
    if (spec.companionOf() != null) {
      CompanionRules.require(spec, itemsOf(spec, spec.companionOf()));
    }
    if (!SERIES.matcher(spec.tableName()).matches()) {
      throw new IllegalArgumentException(
          "the logical table '%s' is to be the value of a tag: 1 to 255 of the characters A-Z, a-z, 0-9, '_', '-' and '.'"
              .formatted(spec.tableName()));
    }
    if (spec.template().request().tags().stream()
        .anyMatch(tag -> tag.key().equals(TableOwnership.TAG))) {
      throw new IllegalArgumentException(
          "the template of '%s' has the tag '%s', which is the lifecycle's to set"
              .formatted(spec.tableName(), TableOwnership.TAG));
    }
    if (spec.archive() != null && !hasS3) {
      throw new IllegalArgumentException(
          "'%s' is to be archived, and there is no s3(client)".formatted(spec.tableName()));
    }
    if (spec.archive() != null
        && spec.archive().method() == ArchiveMethodPolicy.EXPORT
        && showsOtherItems) {
      throw new IllegalArgumentException(
          "'%s' is to be archived by export, which has items as they are stored, and this client shows others. Say AUTO or SCAN as the archive's method"
              .formatted(spec.tableName()));
    }
    if (spec.archive() != null) {
      requireRoomToRestore(spec);
    }
    if (controlTable != null && spec.tables().periodOf(controlTable) != null) {
      throw new IllegalArgumentException(
          "the control table '%s' has the name of a period table of '%s'"
              .formatted(controlTable, spec.tableName()));
    }
  }

  /** Archives of companions come back by this name alone, and others by default. */
  private static void requireRoomToRestore(TimeSeriesSpec spec) {
    String restored = spec.tables().nameAt(spec.since()) + RestoreOrder.SUFFIX;
    if (restored.length() > TableName.LENGTH_MAX) {
      throw new IllegalArgumentException(
          "archives of '%s' come back as tables with '%s' after their names, which have %d characters then, and a table's name has at most %d. Choose a shorter prefix"
              .formatted(
                  spec.tableName(), RestoreOrder.SUFFIX, restored.length(), TableName.LENGTH_MAX));
    }
  }
}
