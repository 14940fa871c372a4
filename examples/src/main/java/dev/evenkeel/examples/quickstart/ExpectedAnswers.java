package dev.evenkeel.examples.quickstart;

import static java.time.temporal.ChronoUnit.HOURS;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * The right answers, from sorting the hits in memory. Shares no code with the library that it
 * judges, nor with {@link HitStore}: it compares instants and line numbers, never stored keys.
 */
final class ExpectedAnswers {
  private static final Comparator<Hit> ORDER =
      Comparator.comparing(Hit::at).thenComparingInt(Hit::line);

  private final TreeMap<String, List<Hit>> hitsByDay;

  ExpectedAnswers(List<Hit> hits) {
    hitsByDay = hits.stream().collect(Collectors.groupingBy(Hit::day, TreeMap::new, sorted()));
  }

  private static Collector<Hit, ?, List<Hit>> sorted() {
    return Collectors.collectingAndThen(
        Collectors.toList(), list -> list.stream().sorted(ORDER).toList());
  }

  /** The days in order, each with its number of hits. */
  SortedMap<String, Integer> hitCounts() {
    SortedMap<String, Integer> counts = new TreeMap<>();
    hitsByDay.forEach((day, hits) -> counts.put(day, hits.size()));
    return counts;
  }

  /** The day with the most hits; the earliest of several. */
  String hottestDay() {
    return greatest(hitCounts());
  }

  /** The whole hour (in UTC) of a day with the most hits; the earliest of several. */
  TimeWindow busiestHour(String day) {
    SortedMap<Instant, Integer> hours = new TreeMap<>();
    ofDay(day).forEach(hit -> hours.merge(hit.at().truncatedTo(HOURS), 1, Integer::sum));
    Instant from = greatest(hours);
    return new TimeWindow(from, from.plus(Duration.ofHours(1)));
  }

  private static <K extends Comparable<K>> K greatest(SortedMap<K, Integer> counts) {
    return Collections.max(
            counts.entrySet(),
            Map.Entry.<K, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .getKey();
  }

  /** All hits of a day, oldest first; hits of the same second in the order of the log. */
  List<Hit> ofDay(String day) {
    return hitsByDay.getOrDefault(day, List.of());
  }

  /** All hits of the last days, oldest first, counted from the last day that has any. */
  List<Hit> lastDays(int days) {
    String first = LocalDate.parse(hitsByDay.lastKey()).minusDays(days - 1L).toString();
    return hitsByDay.tailMap(first).values().stream().flatMap(List::stream).toList();
  }

  /** The hits of a day within a window, oldest first. */
  List<Hit> within(String day, TimeWindow window) {
    return ofDay(day).stream().filter(hit -> window.contains(hit.at())).toList();
  }

  /** The newest hits of a day, newest first; all, if there are no more than {@code count}. */
  List<Hit> newest(String day, int count) {
    return ofDay(day).stream().sorted(ORDER.reversed()).limit(count).toList();
  }
}
