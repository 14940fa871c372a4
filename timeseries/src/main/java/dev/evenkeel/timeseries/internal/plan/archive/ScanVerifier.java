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
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Scans a table again and digests it slice by slice, recording its progress now and then. */
public final class ScanVerifier {
  /** Some 32 MB: what is read again after a crash. */
  static final int PAGES_PER_NOTE = 32;

  private final ScanSettings settings;
  private final PacedFlows paced;
  private final CheckedSegments checks;
  private final Map<Integer, Unnoted> unnoted = new HashMap<>();

  /**
   * A verification that continues from the recorded progress.
   *
   * @param checks the notes so far; kept up to date
   */
  public ScanVerifier(ScanSettings settings, PacedFlows paced, CheckedSegments checks) {
    this.settings = settings;
    this.paced = paced;
    this.checks = checks;
  }

  /**
   * What is read of a segment and not noted yet.
   *
   * @param note what would be
   * @param pages how many since the last note
   */
  private record Unnoted(CheckNote note, int pages) {}

  /**
   * Continues until all is read or a stop is requested, and records the position. Throttles are
   * waited for until then.
   */
  public Flow<Done> slice(Supplier<Flow<Boolean>> isOver) {
    return Flow.defer(
            () -> {
              unnoted.clear();
              return ParallelScan.flow(
                  settings,
                  checks.places(settings.segments()),
                  paced,
                  page -> read(page).then(last -> isOver.get().then(over -> took(last, over))),
                  isOver);
            })
        .then(
            tally ->
                Flow.awaitAll(
                    unnoted.values().stream().map(last -> checks.note(last.note())).toList()))
        .map(noted -> Done.DONE);
  }

  /** Whether all is read. */
  public boolean isOver() {
    return checks.places(settings.segments()).isEmpty();
  }

  private Flow<Unnoted> read(ScanPage page) {
    return Compute.flow(
            () -> {
              ContentDigester digester = new ContentDigester();
              page.items().forEach(digester::add);
              return digester.digest();
            })
        .map(added -> unnoted.compute(page.segment(), (segment, last) -> plus(last, page, added)));
  }

  private Unnoted plus(@Nullable Unnoted last, ScanPage page, ContentDigest added) {
    CheckNote before = last == null ? checks.of(page.segment()) : last.note();
    ContentDigest digest = before == null ? added : before.digest().plus(added);
    return new Unnoted(
        new CheckNote(page.segment(), digest, page.after()), last == null ? 1 : last.pages() + 1);
  }

  private Flow<PageDecision> took(Unnoted last, boolean isOver) {
    PageDecision decision = isOver ? PageDecision.STOP : PageDecision.CONTINUE;
    CheckNote note = last.note();
    if (!isOver && note.after() != null && last.pages() < PAGES_PER_NOTE) {
      return Flow.of(decision);
    }
    unnoted.remove(note.segment());
    return checks.note(note).map(done -> decision);
  }
}
