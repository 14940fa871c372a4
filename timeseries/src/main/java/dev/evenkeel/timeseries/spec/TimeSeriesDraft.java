package dev.evenkeel.timeseries.spec;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings of a builder so far, and their problems. */
final class TimeSeriesDraft {
  final String tableName;

  /** The class that it was read from; null if it was written by hand. */
  @Nullable String entity;

  String prefix;
  @Nullable ItemTime time;

  /** The time as the class says it, if its property is a date without a time of the day. */
  @Nullable ItemTime dates;

  @Nullable Period period;
  @Nullable TableTemplate template;
  @Nullable Instant since;
  Duration lateness = TimeSeriesSpec.LATENESS_DEFAULT;
  LatePolicy latePolicy = LatePolicy.REFUSE;
  MissingTablePolicy missingTables = MissingTablePolicy.REFUSE;
  Duration futureTolerance = TimeSeriesSpec.FUTURE_TOLERANCE_DEFAULT;
  Duration prebuild = TimeSeriesSpec.PREBUILD_DEFAULT;
  Scaling scaling = Scaling.MANAGED;
  List<Tier> tiers = List.of();
  Retention retention = Retention.keep();
  @Nullable ArchivePolicy archive;
  int tablesMax = TimeSeriesSpec.TABLES_MAX_DEFAULT;

  /** The series whose items the rows of this one belong to; null if they are items themselves. */
  @Nullable TimeSeriesSpec companionOf;

  TimeSeriesDraft(String tableName) {
    this.tableName = tableName;
    this.prefix = tableName + "_";
  }

  /** The settings of the rows that belong to the items of a series. */
  static TimeSeriesDraft companion(String tableName, TimeSeriesSpec items) {
    TimeSeriesDraft draft = new TimeSeriesDraft(tableName);
    draft.companionOf = items;
    draft.time = items.time();
    draft.period = items.period();
    draft.since = items.since();
    draft.lateness = items.lateness();
    draft.latePolicy = LatePolicy.ACCEPT;
    draft.missingTables = items.missingTables();
    draft.futureTolerance = items.futureTolerance();
    draft.prebuild = items.prebuild();
    draft.retention = items.retention();
    draft.archive = items.archive();
    draft.tablesMax = Math.max(items.tablesMax(), CompanionRules.TABLES_MAX_DEFAULT);
    return draft;
  }

  TimeSeriesSpec build() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Spec of table '%s'%s: %s"
              .formatted(
                  tableName,
                  entity == null ? "" : ", read from class " + entity,
                  String.join("; ", problems)));
    }
    TimeSeriesDraft copy = new TimeSeriesDraft(tableName);
    copy.prefix = prefix;
    copy.time = time;
    copy.period = period;
    copy.template = template;
    copy.since = requireNonNull(period).containing(requireNonNull(since)).start();
    copy.lateness = lateness;
    copy.latePolicy = latePolicy;
    copy.missingTables = missingTables;
    copy.futureTolerance = futureTolerance;
    copy.prebuild = prebuild;
    copy.scaling = scaling;
    copy.tiers = tiers.stream().sorted(Comparator.comparing(Tier::age)).toList();
    copy.retention = retention;
    copy.archive = archive;
    copy.tablesMax = tablesMax;
    copy.companionOf = companionOf;
    return new TimeSeriesSpec(copy);
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (time == null) {
      problems.add("time is missing");
    }
    if (period == null) {
      problems.add("period is missing");
    }
    if (template == null) {
      problems.add("template is missing");
    }
    if (since == null || !Period.TIMES.contains(since)) {
      problems.add("since is missing, or not from 1970 to 9998");
    }
    if (time != null && time == dates && period != null && !period.isOfDays()) {
      problems.add(
          "attribute '%s' is stored as a date without a time, and periods are shorter than a day: make it an Instant or a LocalDateTime"
              .formatted(time.attribute()));
    }
    if (time != null && template != null) {
      timeInKey(time, template.key(), problems);
    }
    durations(problems);
    lengths(problems);
    archives(problems);
    ages(problems);
    if (tablesMax < 1) {
      problems.add("tablesMax is %d, but a request touches at least one".formatted(tablesMax));
    }
    if (companionOf != null) {
      problems.addAll(CompanionRules.problems(this, companionOf));
    }
    return problems;
  }

  private static void timeInKey(ItemTime time, KeySchema key, List<String> problems) {
    KeyAttribute keyAttribute =
        Stream.of(key.partitionKey(), key.sortKey())
            .filter(part -> part != null && part.name().equals(time.attribute()))
            .findFirst()
            .orElse(null);
    if (keyAttribute == null) {
      problems.add(
          "time is read from attribute '%s', which is no key: gets, updates and deletes would not find their table"
              .formatted(time.attribute()));
    } else if (keyAttribute.type() != time.type()) {
      problems.add(
          "key attribute '%s' is of type %s, and its time is read from %s"
              .formatted(time.attribute(), keyAttribute.type(), time.type()));
    }
  }

  private void durations(List<String> problems) {
    if (lateness.isNegative()) {
      problems.add("lateness is negative");
    }
    if (futureTolerance.isNegative()) {
      problems.add("futureTolerance is negative");
    }
    if (prebuild.compareTo(futureTolerance) < 0) {
      problems.add(
          "prebuild is shorter than futureTolerance: items would come before their table is there");
    }
  }

  /** A thousand years: beyond any retention, and within the range of arithmetic. */
  private static final Duration LONGEST = Duration.ofDays(366_000);

  private void lengths(List<String> problems) {
    Duration age = retention.age() == null ? Duration.ZERO : retention.age();
    for (Duration length : List.of(lateness, futureTolerance, prebuild, age)) {
      if (length.compareTo(LONGEST) > 0) {
        problems.add("%s is longer than a thousand years".formatted(TimeText.of(length)));
      }
    }
  }

  /** An archive that is due when its table may be deleted comes too late. */
  private void archives(List<String> problems) {
    if (archive == null) {
      return;
    }
    if (archive.age().compareTo(LONGEST) > 0) {
      problems.add("%s is longer than a thousand years".formatted(TimeText.of(archive.age())));
    }
    if (retention.age() != null && archive.age().compareTo(retention.age()) >= 0) {
      problems.add(
          "tables are archived at the age of %s, and past their retention at %s"
              .formatted(TimeText.of(archive.age()), TimeText.of(retention.age())));
    }
  }

  private void ages(List<String> problems) {
    Set<Duration> ages = new HashSet<>();
    for (Tier tier : tiers) {
      if (!ages.add(tier.age())) {
        problems.add("two tiers begin at the age of " + TimeText.of(tier.age()));
      }
      if (scaling == Scaling.EXTERNAL && tier.capacity() != null) {
        problems.add(
            "scaling is EXTERNAL, and the tier of age %s says a capacity, which nobody would set"
                .formatted(tier.age()));
      }
      if (tier.capacity() == null && tier.tableClass() == null) {
        problems.add("the tier of age %s says nothing".formatted(TimeText.of(tier.age())));
      }
      if (retention.age() != null && tier.age().compareTo(retention.age()) >= 0) {
        problems.add(
            "the tier of age %s begins when tables are deleted".formatted(TimeText.of(tier.age())));
      }
    }
  }
}
