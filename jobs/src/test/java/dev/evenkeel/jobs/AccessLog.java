package dev.evenkeel.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The lines of a web log as items, in the order of their keys: time, and number of the line.
 *
 * @param lines each with its time
 */
record AccessLog(List<Line> lines) {
  private static final Path REAL = Path.of("../../shared/data/apache_access.log");

  /** So many lines are as good as all, and take less time. */
  private static final int ONE_OF = 10;

  private static final Pattern TIME = Pattern.compile("\\[([^]]+)]");
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

  /** A line of it. */
  record Line(Instant at, Map<String, AttributeValue> item) {
    private static Line of(int number, String text) {
      Matcher time = TIME.matcher(text);
      if (!time.find()) {
        throw new IllegalStateException("line " + number + " has no time");
      }
      Instant at = OffsetDateTime.parse(time.group(1), FORMAT).toInstant();
      String key = String.format(Locale.ROOT, "%s#%06d", at, number);
      return new Line(
          at,
          Map.of(
              "site", AttributeValue.fromS("www"),
              "at", AttributeValue.fromS(key),
              "line", AttributeValue.fromS(text)));
    }

    private String key() {
      return item.getOrDefault("at", AttributeValue.fromS("")).s();
    }
  }

  static boolean isRealThere() {
    return Files.exists(REAL);
  }

  /** A part of a real one, over four days. */
  static AccessLog real() throws IOException {
    return of(Files.readAllLines(REAL, StandardCharsets.ISO_8859_1), ONE_OF);
  }

  /** One that is made up, over four days. */
  static AccessLog generated() {
    Random random = new Random(20250310);
    Instant start = Instant.parse("2025-03-10T06:00:00Z");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Instant at = start.plusSeconds(i * 800L + random.nextInt(800));
      texts.add(
          "192.0.2.%d - - [%s] \"GET /page/%d HTTP/1.1\" 200 %d"
              .formatted(
                  random.nextInt(50),
                  FORMAT.format(at.atOffset(ZoneOffset.UTC)),
                  random.nextInt(20),
                  random.nextInt(5000)));
    }
    return of(texts, 1);
  }

  private static AccessLog of(List<String> texts, int oneOf) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i += oneOf) {
      lines.add(Line.of(i + 1, texts.get(i)));
    }
    lines.sort(Comparator.comparing(Line::key));
    return new AccessLog(List.copyOf(lines));
  }

  /** The lines by day. */
  Map<LocalDate, List<Line>> days() {
    Function<Line, LocalDate> day = line -> LocalDate.ofInstant(line.at(), ZoneOffset.UTC);
    return lines.stream().collect(Collectors.groupingBy(day, TreeMap::new, Collectors.toList()));
  }

  List<Map<String, AttributeValue>> items() {
    return lines.stream().map(Line::item).toList();
  }
}
