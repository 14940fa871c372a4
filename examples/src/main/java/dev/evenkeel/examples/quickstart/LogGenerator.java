package dev.evenkeel.examples.quickstart;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Writes an access log as skewed as real ones: five days of which one has most of the hits, hours
 * that follow the sun, pages by Zipf's law, bursts within a second, time zones that differ, and
 * some lines that no parser can read. The same seed gives the same bytes.
 */
final class LogGenerator {
  private static final LocalDate FIRST_DAY = LocalDate.of(2025, 3, 10);

  /** Hits in a hundred, by day. */
  private static final int[] DAY_PERCENT = {9, 12, 58, 13, 8};

  private static final int PAGE_COUNT = 200;
  private static final int CLIENT_COUNT = 400;
  private static final int HITS_PER_MALFORMED_LINE = 1_700;
  private static final String[] MALFORMED_LINES = {
    "",
    "192.0.2.7 - - [12/Mar/2025:09:14",
    "192.0.2.8 - - [31/Feb/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 512",
    "192.0.2.9 - - [12/Mar/2025:09:15:00 +0000] \"GET / HTTP/1.1\" OK 512 \"-\" \"-\"",
    "192.0.2.10 - - [12/Mar/2025:09:16:00 +0000] \"GET / HTTP/1.1\" 200 512 \"-\" \"Mozilla/5.0",
  };
  private static final String[] OFFSETS = {"+0000", "+0000", "+0000", "+0200", "-0730"};
  private static final String[] REQUESTS = {
    "GET %s HTTP/1.1",
    "GET %s HTTP/1.1",
    "GET %s HTTP/1.1",
    "HEAD %s HTTP/1.0",
    "GET %s?q=\\\"x\\\" HTTP/1.1"
  };
  private static final String[] AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:136.0) Gecko/20100101 Firefox/136.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)",
    "ExampleBot/2.1 (+http://bot.example/info.html)",
    "-",
  };

  private final Random random;
  private final int hitCount;
  private final double[] pageWeights = cumulativeZipf(PAGE_COUNT);
  private final double[] clientWeights = cumulativeZipf(CLIENT_COUNT);

  /**
   * @param hitCount the number of lines in Combined Log Format; malformed ones come on top
   */
  LogGenerator(long seed, int hitCount) {
    this.random = new Random(seed);
    this.hitCount = hitCount;
  }

  void writeTo(Writer log) throws IOException {
    PrintWriter lines = new PrintWriter(log);
    int hits = 0;
    for (Instant at : times()) {
      lines.print(line(at) + "\n");
      hits++;
      if (hits % HITS_PER_MALFORMED_LINE == 0) {
        lines.print(
            MALFORMED_LINES[hits / HITS_PER_MALFORMED_LINE % MALFORMED_LINES.length] + "\n");
      }
    }
    if (lines.checkError()) {
      throw new IOException("the generated log could not be written; is the disk full?");
    }
  }

  private List<Instant> times() {
    List<Instant> times = new ArrayList<>(hitCount);
    while (times.size() < hitCount) {
      boolean burst = !times.isEmpty() && random.nextInt(4) == 0;
      times.add(burst ? times.get(times.size() - 1) : randomTime());
    }
    times.sort(null);
    return times;
  }

  private Instant randomTime() {
    int percent = random.nextInt(100);
    int day = 0;
    for (; percent >= DAY_PERCENT[day]; day++) {
      percent -= DAY_PERCENT[day];
    }
    // The sum of two dice makes the middle of the day its busiest time.
    int second = random.nextInt(43_200) + random.nextInt(43_200);
    return FIRST_DAY.plusDays(day).atStartOfDay(ZoneOffset.UTC).plusSeconds(second).toInstant();
  }

  private String line(Instant at) {
    String offset = pick(OFFSETS);
    String time =
        DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ENGLISH)
            .format(at.atOffset(ZoneOffset.of(offset)));
    int page = zipf(pageWeights);
    boolean found = random.nextInt(20) > 0;
    return "%s - - [%s] \"%s\" %s \"%s\" \"%s\""
        .formatted(
            client(zipf(clientWeights)),
            time,
            pick(REQUESTS).formatted("/page/" + page),
            found ? "200 " + (500 + page * 37) : "304 -",
            random.nextInt(3) == 0 ? "http://www.example/page/" + zipf(pageWeights) : "-",
            pick(AGENTS));
  }

  private static String client(int number) {
    return number % 10 == 9 ? "2001:db8::" + number : "198.51.100." + number % 256;
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private int zipf(double[] cumulative) {
    int place = Arrays.binarySearch(cumulative, random.nextDouble());
    return place < 0 ? -place - 1 : place;
  }

  private static double[] cumulativeZipf(int count) {
    double[] weights = new double[count];
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += 1.0 / (rank + 1);
      weights[rank] = sum;
    }
    for (int rank = 0; rank < count; rank++) {
      weights[rank] /= sum;
    }
    return weights;
  }
}
