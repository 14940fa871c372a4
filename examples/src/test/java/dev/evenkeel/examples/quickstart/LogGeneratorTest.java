package dev.evenkeel.examples.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogGeneratorTest {
  private static final int HITS = 20_000;

  private AccessLog log = new AccessLog(List.of(), 0, List.of());

  @BeforeAll
  void generate(@TempDir Path folder) throws IOException {
    log = AccessLog.read(Files.writeString(folder.resolve("log"), generated(1, HITS), ISO_8859_1));
  }

  @Test
  void writeTo_sameSeed_givesTheSameText() throws IOException {
    assertThat(generated(7, 500)).isEqualTo(generated(7, 500)).isNotEqualTo(generated(8, 500));
  }

  @Test
  void writeTo_twentyThousand_givesAsManyHitsAndSomeMalformedLines() {
    assertThat(log.hits()).hasSize(HITS);
    assertThat(log.malformedCount()).isEqualTo(HITS / 1_700);
    assertThat(log.complaints()).doesNotHaveDuplicates();
  }

  @Test
  void writeTo_oneDay_hasMoreThanHalfOfTheHits() {
    Map<String, Integer> days = counts(Hit::day);

    assertThat(days).hasSize(5);
    assertThat(days.get("2025-03-12")).isGreaterThan(HITS / 2);
  }

  @Test
  void writeTo_pages_followZipf() {
    Map<String, Integer> pages = counts(hit -> hit.request().split("[ ?]", 3)[1]);
    int first = Collections.max(pages.values());

    assertThat(pages.get("/page/0")).isEqualTo(first);
    assertThat(pages.get("/page/9")).isBetween(first / 15, first / 7);
    assertThat(pages).hasSizeGreaterThan(150);
  }

  @Test
  void writeTo_times_ascendAndRepeat() {
    assertThat(log.hits()).extracting(Hit::at).isSorted();
    assertThat(counts(Hit::at)).hasSizeLessThan(HITS * 4 / 5);
  }

  private <K> Map<K, Integer> counts(Function<Hit, K> key) {
    return log.hits().stream().collect(Collectors.toMap(key, hit -> 1, Integer::sum));
  }

  private static String generated(long seed, int hitCount) throws IOException {
    StringWriter text = new StringWriter();
    new LogGenerator(seed, hitCount).writeTo(text);
    return text.toString();
  }
}
