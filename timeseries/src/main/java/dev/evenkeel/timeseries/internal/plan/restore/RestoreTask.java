package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.DigestTally;
import dev.evenkeel.timeseries.internal.plan.archive.FileItems;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The pages of a restore that several workers share. A segment is every n-th file of the archive.
 * Of the pass that verifies, a page is a file; of the pass that writes, a page is some hundred
 * items of one. Items that are written twice are the same items. Before each request a worker looks
 * whether it still has its segment, and sends nothing if another has it, or the pass is gone: the
 * table may be in use by then.
 *
 * <p>Manifest and listing are verified once by each worker, with its first page, and whether the
 * archive is marked as given up.
 */
final class RestoreTask implements SegmentTask {
  private static final String FILE = "file";
  private static final String WRITTEN = "written";
  private static final int ITEMS_PER_PAGE = 10 * BatchWriter.ITEMS_MAX;

  private final TimeSeriesSpec spec;
  private final Catalog catalog;
  private final SharedRestore restore;
  private final boolean isWriting;
  private final TemplateFit fit;
  private final OwnTarget target;
  private final Map<Integer, RestoredFile> open = new ConcurrentHashMap<>();
  private @Nullable Proven proven;

  /**
   * @param isWriting whether files are written into the table; otherwise they are verified
   */
  RestoreTask(TimeSeriesSpec spec, String controlTable, SharedRestore restore, boolean isWriting) {
    this.spec = spec;
    this.catalog = new Catalog(controlTable, spec.tableName());
    this.restore = restore;
    this.isWriting = isWriting;
    RestoreOrder order = RestoreOrder.of(restore.tableName()).to(restore.target());
    this.fit = new TemplateFit(order, spec.template().request());
    this.target = new OwnTarget(controlTable, spec.tableName(), restore);
  }

  @Override
  public List<Segment> cut(int segments) {
    return Segment.parts(Map.of(FILE, segments));
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    Segment.Part part = (Segment.Part) segment;
    StoredAttributes at = new StoredAttributes(after == null ? Map.of() : after);
    int number = after == null ? part.number() : Math.toIntExact(at.number(FILE));
    long written = after == null ? 0 : at.number(WRITTEN);
    return proven()
        .then(
            archive ->
                number >= archive.files().files().size()
                    ? Flow.of(new Page(null, Tally.NONE))
                    : isWriting
                        ? written(archive, part, number, written, turn)
                        : checked(archive, part, number));
  }

  private Flow<Proven> proven() {
    return proven != null
        ? Flow.of(proven)
        : catalog
            .find(restore.tableName())
            .then(found -> proven(found.filter(restore::isOf).orElseThrow(this::replaced)))
            .atResult(now -> proven = now);
  }

  private Flow<Proven> proven(ArchivedTable archive) {
    return ArchiveVerification.requireReadable("restore", policy(), archive)
        .then(done -> ArchiveVerification.require(policy(), archive));
  }

  private ArchivePolicy policy() {
    return requireNonNull(spec.archive());
  }

  private RefusedOperationException replaced() {
    return new RefusedOperationException(
        "restore",
        restore.target(),
        "archive '%s' of '%s' is not in the catalogue any more"
            .formatted(restore.exportId(), restore.tableName()),
        "Restore again, which begins with the archive that is there");
  }

  private FileItems opened(Proven archive, int number) {
    return archive.open(ArchiveStore.of(policy(), restore.exportId()), number);
  }

  private Flow<Page> checked(Proven archive, Segment.Part part, int number) {
    return Flow.defer(
        () -> {
          FileItems items = opened(archive, number);
          return items
              .read(fit::require, () -> Flow.of(false))
              .map(
                  isWhole -> {
                    items.close();
                    return new Page(next(archive, part, number), DigestTally.of(items.digest()));
                  });
        });
  }

  /** The file after one in its segment; null if there is none. */
  private static @Nullable Map<String, AttributeValue> next(
      Proven archive, Segment.Part part, int number) {
    int next = number + part.of();
    return next >= archive.files().files().size() ? null : at(next, 0);
  }

  private static Map<String, AttributeValue> at(int number, long written) {
    return Map.of(
        FILE, StoredAttributes.ofNumber(number), WRITTEN, StoredAttributes.ofNumber(written));
  }

  private Flow<Page> written(Proven archive, Segment.Part part, int number, long from, Turn turn) {
    RestoredFile file = positionable(archive, part, number, from);
    int itemsMax = Math.min(ITEMS_PER_PAGE, turn.itemsMax());
    return file.positioned(from, () -> Flow.of(false))
        .then(there -> file.writer(itemsMax, target.name(), target::explained))
        .then(writer -> target.require().then(ours -> writer.put(turn)).map(done -> writer.items()))
        .map(items -> passed(archive, part, file, items))
        .recover(
            failure -> {
              if (file.hasThrottled() && Throttles.isThrottle(failure)) {
                open.put(part.number(), file);
              } else {
                file.close();
              }
              return Flow.failed(failure);
            });
  }

  /** The file where the last page has left it, or anew. */
  private RestoredFile positionable(Proven archive, Segment.Part part, int number, long from) {
    RestoredFile left = open.remove(part.number());
    if (left != null && left.number() == number && left.done() == from) {
      return left;
    }
    if (left != null) {
      left.close();
    }
    return new RestoredFile(number, opened(archive, number));
  }

  /** A page of no items is the end of the file. */
  private Page passed(Proven archive, Segment.Part part, RestoredFile file, int items) {
    file.written(items);
    if (items == 0) {
      file.close();
      return new Page(next(archive, part, file.number()), Tally.NONE);
    }
    open.put(part.number(), file);
    return new Page(at(file.number(), file.done()), Tally.of(items, Map.of()));
  }
}
