package dev.evenkeel.jobs.command;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Reports many small counts as progress: a terminal shows each count, a log gets a line now and
 * then. For use by many threads.
 */
final class Steps implements LongConsumer {
  private final Progress progress;
  private final String what;
  private final long first;
  private final long each;
  private final long total;
  private final AtomicLong count = new AtomicLong();
  private final Supplier<String> text = this::text;

  private Steps(Progress progress, String what, long first, long each, long total) {
    this.progress = progress;
    this.what = what;
    this.first = first;
    this.each = each;
    this.total = total;
  }

  /**
   * Steps of one length.
   *
   * @param what is counted, such as items read
   * @param each the count between two lines of a log
   */
  static Steps each(long each, String what, Progress progress) {
    return new Steps(progress, what, each, each, 0);
  }

  /** Steps that grow tenfold from the first count to the given length. */
  static Steps growingTo(long each, String what, Progress progress) {
    return new Steps(progress, what, 1, each, 0);
  }

  /** The same, with the total. */
  Steps outOf(long newTotal) {
    return new Steps(progress, what, first, each, newTotal);
  }

  @Override
  public void accept(long more) {
    long now = count.addAndGet(more);
    progress.show(text);
    if (more > 0 && mark(now) > now - more) {
      progress.log(text(now));
    }
  }

  /** The last count up to this one that is logged; 0 if there is none. */
  private long mark(long now) {
    if (now >= each) {
      return now / each * each;
    }
    long mark = 0;
    for (long next = first; next <= now; next *= 10) {
      mark = next;
    }
    return mark;
  }

  private String text() {
    return text(count.get());
  }

  private String text(long now) {
    return total == 0
        ? String.format(Locale.ROOT, "%,d %s", now, what)
        : String.format(Locale.ROOT, "%,d of %,d %s, %d %%", now, total, what, 100 * now / total);
  }
}
