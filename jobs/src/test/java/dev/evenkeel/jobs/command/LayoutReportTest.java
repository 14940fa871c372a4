package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.LayoutClientsReport;
import dev.evenkeel.jobs.report.LayoutLook;
import dev.evenkeel.jobs.report.LayoutReport;
import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.Layout.Raised;
import dev.evenkeel.sharding.LayoutClient;
import dev.evenkeel.sharding.spec.Pieces;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What {@code layout show} says of each state: how long it waits, and why. */
class LayoutReportTest {
  private static final Instant NOW = Instant.parse("2026-11-26T14:05:00Z");
  private static final Moving ALL = new Moving(null, 8, null);
  private static final Moving NONE = null;

  private static LayoutReport report(
      String state, boolean registered, @Nullable Moving moving, @Nullable Duration age) {
    return report(look(state, registered, moving, age));
  }

  private static LayoutReport report(LayoutLook look, String... leading) {
    return new LayoutReport(
        "show", "clicks", "evenkeel-layouts", look, "", List.of(), List.of(leading));
  }

  private static LayoutLook look(
      String state, boolean registered, @Nullable Moving moving, @Nullable Duration age) {
    Instant since = age == null ? null : NOW.minus(age);
    Layout layout =
        new Layout(
            7,
            state,
            since,
            registered,
            false,
            Map.of(
                AttributeValue.fromS("home"), Pieces.shards(1).from(AttributeValue.fromS("t2"), 4)),
            0,
            List.of(),
            moving,
            0,
            Map.of(),
            null,
            null);
    List<LayoutClient> clients =
        state.equals("MOVING") || state.equals("SETTLED")
            ? List.of()
            : List.of(
                new LayoutClient("pid 1 on web-1", "0.3.0", 7, false),
                new LayoutClient("pid 1 on web-2", "0.2.0", 5, true),
                new LayoutClient("pid 1 on web-3", "0.3.0", 0, false));
    return look(layout, clients);
  }

  private static LayoutLook look(Layout layout, List<LayoutClient> clients) {
    return new LayoutLook(layout, clients, Duration.ofSeconds(20), Duration.ofSeconds(1220), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "registering,        READY,     false, 5m",
    "registering-long,   READY,     false, 30m",
    "ready,              READY,     true,  5m",
    "paused,             PAUSED,    true,  3s",
    "paused-long,        PAUSED,    true,  12s",
    "paused-unknown,     PAUSED,    true,",
    "paused-clock-ahead, PAUSED,    true,  -90s",
    "settled,            SETTLED,   false, 26h",
  })
  void show_ofAPiece_saysHowLongItWaitsAndWhy(
      String name, String state, boolean registered, @Nullable String age) throws IOException {
    check(name, report(state, registered, NONE, age == null ? null : length(age)));
  }

  @ParameterizedTest
  @CsvSource({
    "announced,        ANNOUNCED, false, 5m",
    "announced-looked, ANNOUNCED, false, 1h",
    "announced-ready,  ANNOUNCED, true,  2s",
    "move-paused,      PAUSED,    true,  2s",
    "moving,           MOVING,    false, 3h",
  })
  void show_ofAMove_saysHowLongItWaitsAndWhy(
      String name, String state, boolean registered, String age) throws IOException {
    check(name, report(state, registered, ALL, length(age)));
  }

  /** A control table that was made anew: nobody waits yet, and the time is of the one before. */
  @Test
  void show_inAnotherControlTable_saysThatClientsRegisterAnewAndWhatWaitsForThat()
      throws IOException {
    check("registering-anew", report(elsewhere(look("READY", false, NONE, length("30m")))));
    check("announced-anew", report(elsewhere(look("ANNOUNCED", false, ALL, length("30m")))));
  }

  private static LayoutLook elsewhere(LayoutLook look) {
    Layout now = look.layout();
    Layout layout =
        new Layout(
            now.version(),
            now.state(),
            now.since(),
            false,
            true,
            now.keys(),
            now.shards(),
            now.raised(),
            now.moving(),
            now.reserved(),
            now.reservedOfKeys(),
            now.table(),
            now.periods());
    return look(layout, look.clients());
  }

  @Test
  void show_ofARaise_saysForHowLongWritersWait() throws IOException {
    for (int seconds : new int[] {4, 40}) {
      Layout layout =
          new Layout(
              3,
              "SETTLED",
              NOW.minusSeconds(seconds),
              false,
              false,
              Map.of(),
              0,
              List.of(new Raised("items", List.of(2, 8), false)),
              null,
              0,
              Map.of(),
              null,
              null);
      check("raising-" + seconds, report(look(layout, List.of())));
    }
  }

  @Test
  void show_ofItemsInATimeSeries_saysWhatClientsNeed() throws IOException {
    Layout layout =
        new Layout(
            9,
            "SETTLED",
            NOW.minusSeconds(60),
            false,
            false,
            Map.of(),
            1,
            List.of(),
            null,
            0,
            Map.of(),
            "visits_by_day",
            "since 2026-11-20T00:00:00Z, period DAY, time at as ISO_8601, tables visits_by_day_");
    check("in-a-series", report(look(layout, List.of())));
  }

  @Test
  void show_ofATableThatAnotherLeadsTo_namesThat() throws IOException {
    LayoutLook look = look("SETTLED", false, NONE, null);
    check("led-to", report(look, "visits", "visits-2"));
  }

  @Test
  void clients_whileAChangeWaits_sayWhoHasNotAcknowledged() throws IOException {
    LayoutLook look = look("PAUSED", true, NONE, Duration.ofSeconds(3));
    LayoutClientsReport report =
        new LayoutClientsReport("clicks", "evenkeel-layouts", look, List.of());
    Golden.check("layout-clients-paused.txt", report.text());
    Golden.check("layout-clients-paused.json", Json.text(report.json()));
  }

  private static Duration length(String text) {
    return Duration.parse("PT" + text);
  }

  private static void check(String name, LayoutReport report) throws IOException {
    Golden.check("layout-show-" + name + ".txt", report.text());
    Golden.check("layout-show-" + name + ".json", Json.text(report.json()));
  }
}
