package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A deep sweep that several workers share. A page is a step in a part of one source, with the same
 * checks in the same order. It only notes orphans, so that a page that is done twice notes nothing
 * that could not be removed: what the first attempt has noted, the second finds in hand, or notes
 * again.
 */
public final class DeepSweepTask implements SegmentTask {
  private static final String CURSOR = "cursor";

  private final SweepOptions options;
  private final Map<String, SweepSource> sources;

  private DeepSweepTask(SweepOptions options) {
    this.options = options;
    this.sources =
        DeepSweep.sources(options).stream()
            .collect(
                Collectors.toMap(
                    SweepSource::name,
                    Function.identity(),
                    (one, other) -> one,
                    LinkedHashMap::new));
  }

  /** The pass: what is searched, and whether anything is written, are the same for all workers. */
  public static PassRun in(SharedPass pass, SweepOptions options) {
    DeepSweepTask task = new DeepSweepTask(options);
    String what =
        "%s of %s"
            .formatted(
                options.dryRun() ? "dry deep sweep" : "deep sweep",
                String.join(", ", task.sources.keySet()));
    return new PassRun(pass, what, task);
  }

  @Override
  public List<Segment> cut(int segments) {
    Map<String, Integer> parts = new LinkedHashMap<>();
    sources.forEach((name, source) -> parts.put(name, source.parts(segments)));
    return Segment.parts(parts);
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    Segment.Part part = (Segment.Part) segment;
    SweepSource source = source(part).part(part.number(), part.of());
    AttributeValue cursor = after == null ? null : after.get(CURSOR);
    return turn.pace()
        .paced(DeepSweep.step(options, source, cursor == null ? null : cursor.s(), turn.itemsMax()))
        .map(DeepSweepTask::page);
  }

  private SweepSource source(Segment.Part part) {
    SweepSource source = sources.get(part.source());
    if (source == null) {
      throw new IllegalStateException("no spec names '%s'".formatted(part.source()));
    }
    return source;
  }

  private static Page page(DeepSweep.Step step) {
    String next = step.next();
    return new Page(
        next == null ? null : Map.of(CURSOR, AttributeValue.fromS(next)), step.tally().shared());
  }

  /** What the whole pass has found. */
  public static SharedSweepReport report(WorkTotal total, boolean dryRun) {
    return new SharedSweepReport(
        total.segments(),
        total.done(),
        total.isDone(),
        DeepTally.report(dryRun, null, count -> count.in(total.tally())));
  }
}
