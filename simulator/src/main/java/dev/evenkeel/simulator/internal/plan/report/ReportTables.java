package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of the page. */
record ReportTables(Markup page, Comparison comparison) {
  /** Longer keys are cut off. */
  private static final int KEY_LENGTH_MAX = 120;

  /** The key figures. */
  void sums() {
    page.open("table", "class", "sums");
    heading("", ReportPage.PLAIN, ReportPage.sharded(comparison));
    page.open("tbody");
    sum(
        "Accepted",
        "main",
        run -> Numbers.percent(run.acceptedShare()),
        run ->
            "%s of %s a second"
                .formatted(
                    Numbers.count(run.acceptedPerSecond()), Numbers.count(run.offeredPerSecond())));
    sum(
        "Asked of the hottest partition",
        "",
        run -> Numbers.percent(run.hottest().share()),
        run -> "%s what it has".formatted(Numbers.times(run.hottest().meanUse())));
    sum(
        "Partitions asked for anything",
        "",
        run -> String.format(Locale.ROOT, "%,d", run.usedPartitions()),
        run ->
            run.lastPartitions() == run.firstPartitions()
                ? String.format(Locale.ROOT, "of %,d", run.firstPartitions())
                : String.format(
                    Locale.ROOT,
                    "%,d at first, %,d at the end",
                    run.firstPartitions(),
                    run.lastPartitions()));
    page.close("tbody").close("table");
  }

  private void sum(
      String name,
      String kind,
      Function<RunResult, String> value,
      Function<RunResult, String> more) {
    page.open("tr", "class", kind).element("th", name, "scope", "row");
    for (RunResult run : List.of(comparison.plain(), comparison.sharded())) {
      page.open("td").element("b", value.apply(run)).element("small", more.apply(run)).close("td");
    }
    page.close("tr");
  }

  /** The most frequent keys. */
  void keys() {
    RunResult plain = comparison.plain();
    Map<String, KeyCount> sharded =
        comparison.sharded().keys().stream()
            .collect(Collectors.toMap(KeyCount::key, Function.identity()));
    page.open("section").element("h2", "Hottest keys");
    scroll("Hottest keys").open("table");
    heading("Key", "Asked a second", "Of all", PLAIN_ACCEPTED, SHARDED_ACCEPTED);
    page.open("tbody");
    for (KeyCount key : plain.keys()) {
      KeyCount other = sharded.get(key.key());
      page.open("tr").open("th", "scope", "row", "class", "key");
      page.element("bdi", shortened(key.key())).close("th");
      page.element("td", Numbers.count((double) key.offered() / plain.seconds()));
      page.element("td", Numbers.percent((double) key.offered() / plain.offered()));
      page.element("td", accepted(key));
      page.element("td", other == null ? "" : accepted(other)).close("tr");
    }
    page.close("tbody").close("table").close("div").close("section");
  }

  private static final String PLAIN_ACCEPTED = "Accepted without shards";
  private static final String SHARDED_ACCEPTED = "with shards";

  private static String accepted(KeyCount key) {
    return Numbers.percent((double) key.accepted() / key.offered());
  }

  private static String shortened(String key) {
    return key.length() <= KEY_LENGTH_MAX
        ? key
        : key.substring(0, key.offsetByCodePoints(0, key.codePointCount(0, KEY_LENGTH_MAX))) + "…";
  }

  /** Why requests were throttled. */
  void reasons() {
    Map<ThrottleReason, Long> plain = comparison.plain().throttles();
    Map<ThrottleReason, Long> sharded = comparison.sharded().throttles();
    Set<ThrottleReason> all = new LinkedHashSet<>(plain.keySet());
    all.addAll(sharded.keySet());
    page.open("section").element("h2", "Why requests are throttled");
    if (all.isEmpty()) {
      page.element("p", "None was.").close("section");
      return;
    }
    page.open("table", "class", "short");
    heading("Reason, as DynamoDB tells it", ReportPage.PLAIN, ReportPage.sharded(comparison));
    page.open("tbody");
    for (ThrottleReason reason : all) {
      page.open("tr").open("th", "scope", "row", "class", "key");
      code(reason.code());
      page.close("th");
      page.element("td", String.format(Locale.ROOT, "%,d", plain.getOrDefault(reason, 0L)));
      page.element("td", String.format(Locale.ROOT, "%,d", sharded.getOrDefault(reason, 0L)))
          .close("tr");
    }
    page.close("tbody").close("table").close("section");
  }

  /** A code, which may be broken before the words that it consists of. */
  private void code(String code) {
    int from = 0;
    for (int i = 1; i < code.length(); i++) {
      if (Character.isUpperCase(code.charAt(i))) {
        page.text(code.substring(from, i)).empty("wbr");
        from = i;
      }
    }
    page.text(code.substring(from));
  }

  /** An area that scrolls, also by keyboard. */
  private Markup scroll(String name) {
    return page.open(
        "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
  }

  /** The data of the charts. */
  void time() {
    page.open("section").open("details").element("summary", "The charts in numbers");
    scroll("The charts in numbers").open("table");
    page.element(
        "caption",
        "Requests a second, and the hottest partition of the hottest second: what was asked of it as a"
            + " multiple of what it has, and its most frequent keys.");
    page.open("thead").open("tr").element("td", "");
    for (String run : List.of(ReportPage.PLAIN, ReportPage.sharded(comparison))) {
      page.element("th", run, "scope", "colgroup", "colspan", "4");
    }
    page.close("tr").open("tr").element("th", "From", "scope", "col");
    for (int run = 0; run < 2; run++) {
      for (String name : List.of("Accepted", "Throttled", "Hottest", "Keys")) {
        page.element("th", name, "scope", "col");
      }
    }
    page.close("tr").close("thead");
    page.open("tbody");
    List<TimeBucket> plain = comparison.plain().buckets();
    List<TimeBucket> sharded = comparison.sharded().buckets();
    for (int i = 0; i < plain.size(); i++) {
      page.open("tr").element("th", Numbers.time(plain.get(i).firstSecond()), "scope", "row");
      bucket(plain.get(i));
      bucket(sharded.get(i));
      page.close("tr");
    }
    page.close("tbody").close("table").close("div").close("details").close("section");
  }

  private void bucket(TimeBucket bucket) {
    HotSecond hottest = bucket.hottest();
    page.element("td", Numbers.count(bucket.acceptedPerSecond()));
    page.element("td", Numbers.count(bucket.throttledPerSecond()));
    page.element("td", hottest == null ? "" : Numbers.times(hottest.use()));
    page.open("td", "class", "key");
    if (hottest != null) {
      String comma = "";
      for (KeyCount key : hottest.keys()) {
        page.text(comma).element("bdi", shortened(key.key()));
        comma = ", ";
      }
    }
    page.close("td");
  }

  private void heading(String... names) {
    page.open("thead").open("tr");
    for (String name : names) {
      if (name.isEmpty()) {
        page.element("td", "");
      } else {
        page.element("th", name, "scope", "col");
      }
    }
    page.close("tr").close("thead");
  }
}
