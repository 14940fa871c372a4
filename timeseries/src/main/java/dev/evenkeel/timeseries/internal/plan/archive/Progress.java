package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileName;
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

/** The stored progress of one table's archive, from which the next run continues. */
final class Progress {
  /**
   * The wait from the freeze to the verifying read: a policy takes some seconds to be everywhere,
   * and what is written within a minute before the moment of an export may or may not be in it.
   */
  private static final Duration SETTLING = Duration.ofMinutes(2);

  private @Nullable Header header;
  private final SortedMap<Integer, SortedMap<Integer, FileNote>> files = new TreeMap<>();
  private final CheckedSegments checks = new CheckedSegments();

  Progress(@Nullable Header header) {
    this.header = header;
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
   * @param fence of the run that last touched it
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
      long fence,
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

    Header fencedBy(long newFence) {
      return with(exportId, frozen, export, written, failure, newFence);
    }

    /** The header with the time at which the policy that denies writes was first seen. */
    Header frozen(Instant when) {
      return with(exportId, frozen == null ? when : frozen, export, written, failure, fence);
    }

    Header written(Instant when) {
      return with(exportId, frozen, export, when, failure, fence);
    }

    /** The header with the current state of its export. */
    Header exported(String newExportId, NativeExport newExport) {
      return with(newExportId, frozen, newExport, written, failure, fence);
    }

    Header failed(String why) {
      return with(exportId, frozen, export, written, why, fence);
    }

    /** The header of an archive that has no file yet, with another place for them. */
    Header at(String newPlace) {
      return new Header(
          exportId, tableId, created, method, segments, began, frozen, export, written, failure,
          fence, job, newPlace);
    }

    private Header with(
        String newExportId,
        @Nullable Instant newFrozen,
        @Nullable NativeExport newExport,
        @Nullable Instant newWritten,
        @Nullable String newFailure,
        long newFence) {
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
          newFence,
          job,
          place);
    }
  }

  /**
   * A data file that is in S3.
   *
   * @param segment that it is a part of; 0 in an export
   * @param number within the segment, from 0; in an export, its place in the manifest
   * @param name within {@code data/}
   * @param sha256 of its bytes; null for one that DynamoDB exported
   * @param digest of its items
   * @param after the key after which scanning resumes; null if the segment ends with this file
   */
  record FileNote(
      int segment,
      int number,
      String name,
      long items,
      long bytes,
      String md5,
      @Nullable String sha256,
      @Nullable String etag,
      ContentDigest digest,
      @Nullable Map<String, AttributeValue> after) {

    /** Stores a file of a scan, and gives the note of it. */
    static Flow<FileNote> stored(
        ArchiveStore store,
        int segment,
        int number,
        DataFile file,
        @Nullable Map<String, AttributeValue> after) {
      DataFileName name = DataFileName.of(segment, number, file);
      return store
          .putData(name, file)
          .map(
              written ->
                  new FileNote(
                      segment,
                      number,
                      name.text(),
                      file.itemCount(),
                      file.length(),
                      file.md5(),
                      file.sha256Hex(),
                      written.etag(),
                      file.content(),
                      after));
    }
  }

  @Nullable Header header() {
    return header;
  }

  void header(Header newHeader) {
    header = newHeader;
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
    return files().stream().map(FileNote::digest).reduce(ContentDigest.EMPTY, ContentDigest::plus);
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
    SortedMap<Integer, FileNote> noted = files.get(segment);
    return noted == null ? 0 : noted.lastKey() + 1;
  }

  /** The positions to continue writing from; empty once all segments are written. */
  List<SegmentPlace> toWrite(int segments) {
    List<SegmentPlace> places = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      SortedMap<Integer, FileNote> noted = files.get(segment);
      FileNote last = noted == null ? null : noted.get(noted.lastKey());
      if (last == null || last.after() != null) {
        places.add(new SegmentPlace(segment, last == null ? null : last.after()));
      }
    }
    return places;
  }
}
