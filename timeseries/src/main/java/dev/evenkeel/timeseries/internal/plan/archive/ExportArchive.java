package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;

/**
 * The archive of one table by native export: waits for DynamoDB over several runs, then compares
 * every file with the manifests and, if configured, the table with the files.
 */
final class ExportArchive implements TableArchive {
  /** The time for which a new export may stay invisible. */
  private static final Duration TELLING = Duration.ofHours(1);

  private final ArchiveRecord note;
  private final ArchivePolicy policy;
  private final Progress progress;
  private final ScanVerifier checking;
  private final OwnPace pace;
  private @Nullable ExportReader reading;

  ExportArchive(ArchiveRecord note, LongSupplier nanos) {
    this.note = note;
    this.policy = note.policy();
    this.progress = note.progress();
    ScanPace settings = ScanPace.of(policy, note.table());
    this.pace = settings.own(nanos);
    this.checking =
        new ScanVerifier(
            settings.settings(note.header().segments(), false), pace.paced(), progress.checks());
  }

  @Override
  public Flow<Slice> slice(Supplier<Flow<Boolean>> isOver, Instant now) {
    if (note.header().written() == null) {
      return described(now);
    }
    ExportReader files = reading;
    if (files == null) {
      return new ExportManifests(note.store())
          .require(note.table(), note.export())
          .map(
              listed -> {
                reading = new ExportReader(note, listed);
                return Slice.GOES_ON;
              });
    } else if (!files.isOver()) {
      return files.slice(isOver).map(done -> after(files));
    }
    return isCompared() ? Flow.of(Slice.READ) : checking.slice(isOver).map(done -> after(files));
  }

  private boolean isCompared() {
    return !policy.verifiesExportByScan() || checking.isOver();
  }

  private Slice after(ExportReader files) {
    return files.isOver() && isCompared() ? Slice.READ : Slice.GOES_ON;
  }

  private Flow<Slice> described(Instant now) {
    DescribeExportRequest request =
        DescribeExportRequest.builder().exportArn(note.export().arn()).build();
    return TableCall.describeExport(request)
        .then(answer -> described(answer.exportDescription(), now))
        .recover(ExportNotFoundException.class, failure -> unreported(failure, now));
  }

  private Flow<Slice> described(ExportDescription description, Instant now) {
    return switch (description.exportStatus()) {
      case COMPLETED -> progress.claim(note.header().written(now)).map(done -> Slice.GOES_ON);
      case FAILED ->
          failed("%s: %s".formatted(description.failureCode(), description.failureMessage()), now);
      default -> Flow.of(Slice.WAITS);
    };
  }

  private Flow<Slice> unreported(Throwable failure, Instant now) {
    return now.isBefore(requireNonNull(note.export().requested()).plus(TELLING))
        ? Flow.of(Slice.WAITS)
        : failed("%s: DynamoDB knows of no such export".formatted(code(failure)), now);
  }

  private static String code(Throwable failure) {
    return failure.getClass().getSimpleName();
  }

  private Flow<Slice> failed(String what, Instant now) {
    return ExportFailure.note(note, what, now);
  }

  @Override
  public Flow<Boolean> flush(Supplier<Flow<Boolean>> isOver) {
    return reading == null ? Flow.of(true) : reading.finish(isOver);
  }

  @Override
  public String standing() {
    ExportReader files = reading;
    if (files != null && files.isOver()) {
      return pace.with(
          "%d of its %d items are compared with the export"
              .formatted(progress.checks().digest().itemCount(), files.digest().itemCount()));
    } else if (files != null) {
      return files.standing();
    }
    String last = note.export().lastFailure();
    Instant requested = note.export().requested();
    return "DynamoDB exports it%s%s"
        .formatted(
            requested == null ? "" : ", since " + TimeText.of(requested),
            last == null ? "" : "; the export before failed with " + last);
  }

  /**
   * Without a comparison with the table, the manifests define the content of an export.
   *
   * @return fails with {@link ArchiveException} if table and export differ, which is recorded and
   *     ends further attempts
   */
  @Override
  public Flow<ArchivedTable> verified(Instant now) {
    ExportReader files = requireNonNull(reading);
    ContentDigest exported = files.digest();
    ContentDigest scanned = progress.checks().digest();
    if (!policy.verifiesExportByScan() || exported.equals(scanned)) {
      return Flow.of(archived(files, now));
    }
    return note.differs(exported, "exported", scanned);
  }

  private ArchivedTable archived(ExportReader files, Instant now) {
    ContentDigest digest = files.digest();
    return note.archived(
        digest.itemCount(),
        policy.verifiesExportByScan() ? digest : null,
        files.listed().bytes(),
        files.listed().sha256(),
        now);
  }
}
