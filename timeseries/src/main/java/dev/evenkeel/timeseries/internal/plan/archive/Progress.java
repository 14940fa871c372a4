package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The progress of one table's archive, in memory and in the control table, from which the next run
 * continues.
 */
final class Progress {
  /**
   * The wait from the freeze to the verifying read: a policy takes some seconds to be everywhere,
   * and what is written within a minute before the moment of an export may or may not be in it.
   */
  private static final Duration SETTLING = Duration.ofMinutes(2);

  private final FencedWrites notes;
  private @Nullable Header header;
  private final SortedMap<Integer, SortedMap<Integer, FileNote>> files = new TreeMap<>();
  private final CheckedSegments checks;

  /** Nothing is read yet. */
  Progress(FencedWrites notes) {
    this.notes = notes;
    this.checks = new CheckedSegments(notes);
  }

  /**
   * The header of an archive in progress.
   *
   * @param exportId its folder; of a native export that DynamoDB has not taken on, its token
   * @param tableId of the table; null where an engine has none
   * @param created when that table was created
   * @param method {@link ArchiveMethod#SCAN} or {@link ArchiveMethod#EXPORT}
   * @param segments of its scans
   * @param began when
   * @param frozen when the policy that denies writes was first seen; null without one
   * @param export null for a scan
   * @param written when all data files were there; null before
   * @param failure why it cannot be verified; null while it may be verified
   * @param job under which workers share its scans; null where its runs do them
   * @param place where its files are; null if a version began it that does not note it
   */
  record Header(
      String exportId,
      @Nullable String tableId,
      @Nullable Instant created,
      ArchiveMethod method,
      int segments,
      Instant began,
      @Nullable Instant frozen,
      @Nullable NativeExport export,
      @Nullable Instant written,
      @Nullable String failure,
      @Nullable String job,
      @Nullable String place) {

    /** Whether it is of the very table that was seen, and not of another of its name. */
    boolean isOf(@Nullable String seenId, @Nullable Instant seenCreated) {
      return (tableId != null || created != null)
          && Objects.equals(tableId, seenId)
          && Objects.equals(created, seenCreated);
    }

    /** The time from which reads see all writes that a new policy still let through. */
    Instant settled() {
      Instant last = frozen == null || frozen.isBefore(began) ? began : frozen;
      return last.plus(SETTLING);
    }

    /** The header with the time at which the policy that denies writes was first seen. */
    Header frozen(Instant when) {
      return with(exportId, frozen == null ? when : frozen, export, written, failure);
    }

    Header written(Instant when) {
      return with(exportId, frozen, export, when, failure);
    }

    /** The header with the current state of its export. */
    Header exported(String newExportId, NativeExport newExport) {
      return with(newExportId, frozen, newExport, written, failure);
    }

    Header failed(String why) {
      return with(exportId, frozen, export, written, why);
    }

    /** The header of an archive that has no file yet, with another place for them. */
    Header at(String newPlace) {
      return new Header(
          exportId, tableId, created, method, segments, began, frozen, export, written, failure,
          job, newPlace);
    }

    private Header with(
        String newExportId,
        @Nullable Instant newFrozen,
        @Nullable NativeExport newExport,
        @Nullable Instant newWritten,
        @Nullable String newFailure) {
      return new Header(
          newExportId,
          tableId,
          created,
          method,
          segments,
          began,
          newFrozen,
          newExport,
          newWritten,
          newFailure,
          job,
          place);
    }
  }

  /** That is held now. */
  Lease lease() {
    return notes.lease();
  }

  @Nullable Header header() {
    return header;
  }

  void add(FileNote file) {
    files.computeIfAbsent(file.segment(), segment -> new TreeMap<>()).put(file.number(), file);
  }

  /** The progress of the verification. */
  CheckedSegments checks() {
    return checks;
  }

  /** The digest of the written items. */
  ContentDigest writtenDigest() {
    return ContentDigest.sum(files().stream().map(FileNote::digest));
  }

  /** All files, segment by segment. */
  List<FileNote> files() {
    return files.values().stream().flatMap(segment -> segment.values().stream()).toList();
  }

  /** A file; null if it is not noted. */
  @Nullable FileNote file(int segment, int number) {
    SortedMap<Integer, FileNote> noted = files.get(segment);
    return noted == null ? null : noted.get(number);
  }

  /** The number of the next file of a segment. */
  int nextNumber(int segment) {
    FileNote last = last(segment);
    return last == null ? 0 : last.number() + 1;
  }

  private @Nullable FileNote last(int segment) {
    SortedMap<Integer, FileNote> noted = files.get(segment);
    return noted == null ? null : noted.get(noted.lastKey());
  }

  /** The positions to continue writing from; empty once all segments are written. */
  List<SegmentPlace> toWrite(int segments) {
    List<SegmentPlace> places = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      FileNote last = last(segment);
      if (last == null || last.after() != null) {
        places.add(new SegmentPlace(segment, last == null ? null : last.after()));
      }
    }
    return places;
  }

  /** Reads all that is noted of it: one query, by its size. */
  Flow<Progress> read() {
    return notes.read(this::take).map(done -> this);
  }

  private void take(String sort, Map<String, AttributeValue> item) {
    if (sort.equals(ProgressFormat.HEADER)) {
      header = ProgressFormat.header(item);
    } else if (sort.startsWith(ProgressFormat.FILE_PREFIX)) {
      add(ProgressFormat.file(item));
    } else {
      checks.take(sort, item);
    }
  }

  /** Writes the header as this run's, unless another run has taken over. */
  Flow<Done> claim(Header next) {
    return notes.claim(ProgressFormat.write(next)).atResult(done -> header = next);
  }

  /** Notes a file that is in S3. */
  Flow<Done> note(FileNote file) {
    return notes
        .note(ProgressFormat.sort(file), ProgressFormat.write(file))
        .atResult(done -> add(file));
  }

  /** Removes all that is noted of it. */
  Flow<Done> clear() {
    List<String> sorts = new ArrayList<>();
    files().forEach(file -> sorts.add(ProgressFormat.sort(file)));
    sorts.addAll(checks.sorts());
    return notes
        .clear(sorts)
        .atResult(
            done -> {
              header = null;
              files.clear();
              checks.clear();
            });
  }
}
