package dev.evenkeel.timeseries;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The real access log, whose lines arrive out of order by up to twenty minutes, some of them late.
 */
final class AccessLog {
  private static final Path LOG = Path.of("../../shared/data/apache_access.log");
  private static final Pattern TIME = Pattern.compile("\\[([^]]+)]");
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

  /** Every so many lines one comes a day and a half after its time. */
  private static final int LATE_EVERY = 500;

  private AccessLog() {}

  record Line(String key, Instant at, Instant arrives) {
    private static Line of(int number, String text, Random random) {
      Matcher time = TIME.matcher(text);
      if (!time.find()) {
        throw new IllegalStateException("line " + number + " has no time");
      }
      Instant at = OffsetDateTime.parse(time.group(1), FORMAT).toInstant();
      Duration delay =
          number % LATE_EVERY == 0
              ? Duration.ofHours(36)
              : Duration.ofSeconds(random.nextInt(20 * 60));
      return new Line(String.format(Locale.ROOT, "%s#%06d", at, number), at, at.plus(delay));
    }
  }

  /** All lines in the order in which they arrive; the test is skipped where there is no log. */
  static List<Line> lines() throws IOException {
    assumeTrue(Files.exists(LOG), () -> "there is no " + LOG);
    Random random = new Random(20150517);
    try (Stream<String> texts = Files.lines(LOG, StandardCharsets.ISO_8859_1)) {
      List<String> all = texts.toList();
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        lines.add(Line.of(i + 1, all.get(i), random));
      }
      lines.sort(Comparator.comparing(Line::arrives));
      return lines;
    }
  }
}
