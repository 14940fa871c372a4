package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.SweepSource.Page;
import dev.evenkeel.chunking.internal.sweep.SweepSource.Upload;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.sweep.UploadSweepSource.Aborts;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.core.internal.flow.Flow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Searches chunk tables and buckets for orphans that no intent names, such as those left by TTL,
 * consoles and other clients. It deletes none, but notes each as replaced; a sweep removes those
 * that are still orphans after the grace. So no age has to be known, and a step that is broken off
 * is done again.
 */
public final class DeepSweep {
  /** A step ends with the page that passes one of these: it bounds time and memory. */
  private static final int SEEN_MAX = 10_000;

  private static final int PAGES_MAX = 100;
  private static final int CANDIDATES_MAX = 1_000;

  private final SweepOptions options;
  private final List<SweepSource> sources;
  private final int seenMax;
  private final DeepTally tally = new DeepTally();
  private final OrphanCandidates candidates;
  private final List<Upload> uploads = new ArrayList<>();

  private DeepSweep(SweepOptions options, List<SweepSource> sources, int seenMax) {
    this.options = options;
    this.sources = sources;
    this.seenMax = seenMax;
    this.candidates = new OrphanCandidates(options, tally);
  }

  /** What is searched, in this order. */
  static List<SweepSource> sources(SweepOptions options) {
    List<SweepSource> sources = new ArrayList<>();
    SortedMap<String, ChunkTableSpec> chunkTables = new TreeMap<>();
    for (SweptTable table : options.tables().all()) {
      ChunkTableSpec chunks = table.spec().chunkTable();
      if (chunks != null) {
        chunkTables.put(chunks.tableName(), chunks);
      }
    }
    chunkTables
        .values()
        .forEach(chunks -> sources.add(new ChunkSweepSource(options.tables(), chunks)));
    for (SweptTable table : options.tables().all()) {
      if (table.spec().bucket() != null) {
        sources.add(new ObjectSweepSource(table, options));
        sources.add(new UploadSweepSource(table, options));
      }
    }
    return sources;
  }

  /**
   * A step that was made.
   *
   * @param next the cursor of the next one; null at the end
   */
  record Step(DeepTally tally, @Nullable String next) {}

  /**
   * Makes one step.
   *
   * @param cursor the cursor of the previous step; null for the first
   */
  public static Flow<DeepSweepReport> step(SweepOptions options, @Nullable String cursor) {
    return Flow.defer(
            () -> {
              DeepSweep sweep = new DeepSweep(options, sources(options), SEEN_MAX);
              if (cursor == null) {
                return sweep.begin(0, List.of());
              }
              DeepCursor from = DeepCursor.of(cursor);
              return sweep.begin(sweep.index(from), from.position());
            })
        .map(step -> DeepTally.report(options.dryRun(), step.next(), step.tally()::get));
  }

  /**
   * Makes one step in one source, or in a part of one.
   *
   * @param itemsMax after how many rows or objects to end it, about
   * @return its cursor is null at the end of the source
   */
  static Flow<Step> step(
      SweepOptions options, SweepSource source, @Nullable String cursor, int itemsMax) {
    return Flow.defer(
        () -> {
          List<String> position = cursor == null ? List.of() : DeepCursor.of(cursor).position();
          return new DeepSweep(options, List.of(source), Math.min(SEEN_MAX, itemsMax))
              .begin(0, position);
        });
  }

  private Flow<Step> begin(int index, List<String> position) {
    return sources.get(index).begin().then(done -> pages(index, position, 1));
  }

  private int index(DeepCursor cursor) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).name().equals(cursor.source())) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "The cursor of a deep sweep stands at %s, which no spec names any more: start it again with null"
            .formatted(cursor.source()));
  }

  private Flow<Step> pages(int index, List<String> position, int pages) {
    return sources
        .get(index)
        .page(position, seenMax, tally)
        .then(
            page ->
                candidates
                    .add(page.candidates())
                    .then(
                        done -> {
                          uploads.addAll(page.uploads());
                          return afterwards(index, page, pages);
                        }));
  }

  private Flow<Step> afterwards(int index, Page page, int pages) {
    List<String> next = page.next();
    boolean full =
        tally.seen() >= seenMax
            || pages >= PAGES_MAX
            || candidates.count() + uploads.size() >= CANDIDATES_MAX;
    if (next != null && !full) {
      return pages(index, next, pages + 1);
    }
    String cursor =
        next != null
            ? new DeepCursor(sources.get(index).name(), next).text()
            : index + 1 < sources.size()
                ? new DeepCursor(sources.get(index + 1).name(), List.of()).text()
                : null;
    return candidates
        .settle()
        .then(done -> Aborts.of(uploads, options, tally))
        .map(done -> new Step(tally, cursor));
  }

  /**
   * The position of a deep sweep: a source, and a start position in it. As text it is {@code 1},
   * the source and the parts of the position, the latter two base64url, joined by dots.
   *
   * @param source names it among the sources of the sweeper
   * @param position the start position in the source; empty at its beginning
   */
  record DeepCursor(String source, List<String> position) {
    private static final String VERSION = "1";

    DeepCursor {
      position = List.copyOf(position);
    }

    String text() {
      StringBuilder text = new StringBuilder(VERSION).append('.').append(encoded(source));
      position.forEach(part -> text.append('.').append(encoded(part)));
      return text.toString();
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static DeepCursor of(String text) {
      List<String> parts = List.of(text.split("\\.", -1));
      List<String> decoded = new ArrayList<>();
      for (String part : parts.subList(1, parts.size())) {
        String value = decoded(part);
        if (value != null) {
          decoded.add(value);
        }
      }
      if (!parts.get(0).equals(VERSION) || decoded.isEmpty() || decoded.size() < parts.size() - 1) {
        throw new IllegalArgumentException(
            "This is no cursor of a deep sweep: start it again with null");
      }
      return new DeepCursor(decoded.get(0), decoded.subList(1, decoded.size()));
    }

    private static String encoded(String text) {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String decoded(String part) {
      try {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }
}
