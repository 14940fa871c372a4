package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ParallelScan;
import dev.evenkeel.core.internal.scan.ScanPage;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments.CheckNote;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Scans a table again and digests it slice by slice, recording its progress now and then. */
public final class ScanVerifier {
  /** Some 32 MB: what is read again after a crash. */
  static final int PAGES_PER_NOTE = 32;

  private final ScanSettings settings;
  private final PacedFlows paced;
  private final CheckedSegments checks;
  private final Function<CheckNote, Flow<Done>> log;
  private final Map<Integer, Integer> unnoted = new HashMap<>();
  private final Map<Integer, CheckNote> last = new HashMap<>();
  private final Map<Integer, ContentDigest> digests = new HashMap<>();

  /**
   * A verification that continues from the recorded progress.
   *
   * @param checks the notes so far; kept up to date
   * @param log writes notes down
   */
  public ScanVerifier(
      ScanSettings settings,
      PacedFlows paced,
      CheckedSegments checks,
      Function<CheckNote, Flow<Done>> log) {
    this.settings = settings;
    this.paced = paced;
    this.checks = checks;
    this.log = log;
  }

  /**
   * Continues until all is read or a stop is requested, and records the position. Throttles are
   * waited for until then.
   */
  public Flow<Done> slice(Supplier<Flow<Boolean>> isOver) {
    return Flow.defer(
            () -> {
              digests.clear();
              unnoted.clear();
              last.clear();
              return ParallelScan.flow(
                  settings,
                  checks.places(settings.segments()),
                  paced,
                  page -> digest(page).then(sum -> isOver.get().then(over -> took(page, over))),
                  isOver);
            })
        .then(tally -> Flow.awaitAll(List.copyOf(last.values()).stream().map(this::noted).toList()))
        .map(noted -> Done.DONE);
  }

  /** Whether all is read. */
  public boolean isOver() {
    return checks.places(settings.segments()).isEmpty();
  }

  private Flow<ContentDigest> digest(ScanPage page) {
    return Compute.flow(
            () -> {
              ContentDigester digester = new ContentDigester();
              page.items().forEach(digester::add);
              return digester.digest();
            })
        .map(
            added ->
                digests.compute(
                    page.segment(), (segment, sum) -> before(segment, sum).plus(added)));
  }

  private ContentDigest before(int segment, @Nullable ContentDigest sum) {
    CheckNote noted = checks.of(segment);
    if (sum != null) {
      return sum;
    }
    return noted == null ? ContentDigest.EMPTY : noted.digest();
  }

  private Flow<PageDecision> took(ScanPage page, boolean isOver) {
    PageDecision decision = isOver ? PageDecision.STOP : PageDecision.CONTINUE;
    int pages = unnoted.merge(page.segment(), 1, Integer::sum);
    CheckNote note =
        new CheckNote(
            page.segment(),
            digests.getOrDefault(page.segment(), ContentDigest.EMPTY),
            page.after());
    if (!isOver && !page.isLast() && pages < PAGES_PER_NOTE) {
      last.put(page.segment(), note);
      return Flow.of(decision);
    }
    unnoted.put(page.segment(), 0);
    last.remove(page.segment());
    return noted(note).map(done -> decision);
  }

  private Flow<Done> noted(CheckNote note) {
    return log.apply(note)
        .map(
            done -> {
              checks.add(note);
              return done;
            });
  }
}
