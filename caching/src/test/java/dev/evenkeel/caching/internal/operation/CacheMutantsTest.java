package dev.evenkeel.caching.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.testkit.mutant.MutatedClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The protocol keeps its promises in every order that is tried, and a mistake in it is noticed. */
class CacheMutantsTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/evenkeel/caching/internal");

  /** A mistake, and a seed to begin with. Any will do; one that shows it saves thousands. */
  private record Mutant(String name, long from, MutatedClass changed) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Mutant mutant(String name, long from, String type, String... edits) {
    return new Mutant(
        name, from, new MutatedClass(SOURCES.resolve(type + ".java"), MutatedClass.edits(edits)));
  }

  static List<Mutant> mutants() {
    return List.of(
        mutant(
            "a fill without a stamp",
            0,
            "store/ItemStore",
            "if (!stamps.isQuietSince(reading.key(), reading.stamp())) {",
            "if (false) {"),
        mutant(
            "a page is stored without a stamp",
            4097,
            "store/ItemStore",
            "if (!stamps.isQuietSince(reading.key(), reading.stamp())) {",
            "if (!reading.key().isOfPages() && !stamps.isQuietSince(reading.key(), reading.stamp())) {"),
        mutant(
            "pages leave memory only after the write",
            4096,
            "store/Writing",
            "keys.forEach(stamps::begin); keys.forEach(memory::remove);",
            "keys.forEach(key -> { if (!key.isOfPages()) { stamps.begin(key); memory.remove(key); } });",
            "keys.forEach(stamps::end)",
            "keys.forEach(key -> { if (key.isOfPages()) { stamps.begin(key); memory.remove(key); } stamps.end(key); })"),
        mutant(
            "pages leave memory only before the write",
            4107,
            "store/Writing",
            "keys.forEach(memory::remove);",
            "keys.forEach(memory::remove); keys.forEach(key -> { if (key.isOfPages()) { stamps.end(key); } });",
            "keys.forEach(stamps::end)",
            "keys.forEach(key -> { if (!key.isOfPages()) { stamps.end(key); } })"),
        mutant(
            "writes leave pages alone",
            4098,
            "operation/WriteOperation",
            "touched.addAll(table.touchedBy(attributes));",
            "touched.addAll(keys);"),
        mutant(
            "updates leave pages alone",
            4096,
            "store/Writing",
            "since.table().pagesWith(since.key())",
            "List.of()"),
        mutant(
            "pages of an update may come back before it has ended",
            4216,
            "store/Writing",
            "long begun = stamps.begin(since.key());",
            "long begun = stamps.begin(since.key()); pages.end();"),
        mutant(
            "eventual fills by queries",
            4096,
            "operation/Query",
            "consistentRead(!table.spec().eventual())",
            "consistentRead(false)"),
        mutant(
            "a fill while a write is under way",
            0,
            "store/Stamps",
            "return (stamp & (STEP - 1)) == 0 && of(key) == stamp;",
            "return of(key) == stamp;"),
        mutant(
            "the end of a write leaves no trace",
            0,
            "store/Stamps",
            "STEP - 1); } /** Whether a stamp",
            "-1); } /** Whether a stamp"),
        mutant(
            "the time to live from the end of the read",
            0,
            "store/ItemStore",
            "halfUnits.getAsLong(), reading.since(), reading.since() + (long) (span * REFRESH_FROM), reading.since() + span);",
            "halfUnits.getAsLong(), reading.since(), nanos.getAsLong() + (long) (span * REFRESH_FROM), nanos.getAsLong() + span);"),
        mutant(
            "items leave memory only after the write",
            0,
            "store/Writing",
            "keys.forEach(stamps::begin); keys.forEach(memory::remove);",
            "",
            "keys.forEach(stamps::end)",
            "{ keys.forEach(stamps::begin); keys.forEach(memory::remove); keys.forEach(stamps::end); }"),
        mutant(
            "items leave memory before the stamp is raised, and come back",
            0,
            "store/Writing",
            "stamps.beginAll(); memory.removeAll(tables);",
            "memory.removeAll(tables);",
            "new Writing(stamps::endAll)",
            "new Writing(() -> { stamps.beginAll(); stamps.endAll(); })"),
        mutant(
            "any flight is joined",
            0,
            "store/Flights",
            "return under.stamp() == reading.stamp() && age < reading.table().spec().timeToLive().toNanos();",
            "return true;"),
        mutant(
            "eventual fills",
            0,
            "operation/GetItem",
            "consistentRead(!table.spec().eventual())",
            "consistentRead(false)"),
        mutant(
            "eventual fills by batches",
            0,
            "operation/TableKeys",
            "table.spec().eventual() ? requested.consistentRead() : Boolean.TRUE",
            "requested.consistentRead()"),
        mutant(
            "a fill with the stamp of the end of a batch",
            0,
            "operation/BatchPart",
            "store.fetched(flight.reading(), response, false);",
            "store.fetched(store.reading(tableKeys.table(), flight.reading().key(), projection), response, false);"),
        mutant(
            "those who wait for a key that a batch leaves out are told that there is no item",
            0,
            "operation/BatchPart",
            "flight.unprocessed();",
            "landed(flight, null);"),
        mutant(
            "a batch that gives up leaves those who wait",
            0,
            "operation/BatchPart",
            "tables.call().hold(flight::abandoned);",
            ""),
        mutant(
            "a batch takes what it has waited for, however old",
            61886,
            "operation/BatchPart",
            "&& store.isFresh(tableKeys.table(), landed.since())",
            ""),
        mutant(
            "the tier is trusted after a removal that nobody has confirmed",
            776,
            "store/TierLink",
            "if (answer.server() == null) { doubt(removal); } else {",
            "if (answer.server() != null) {"),
        mutant(
            "items are taken out of the tier before the write alone",
            2448,
            "store/TierLink",
            ".then(response -> removed.map(answer -> response));",
            "; return removed.then(answer -> early);",
            "return write .recover(",
            "Flow<R> early = write.recover("),
        mutant(
            "an item that is written elsewhere leaves memory before the tier alone",
            2728,
            "shell/Invalidations",
            "link.settled(removal, removed); outOfMemory.run();",
            "link.settled(removal, removed);"),
        mutant(
            "another server of the tier is trusted at once",
            18628,
            "store/TierTrust",
            "return changed == NEVER || now() - changed >= timeToLive;",
            "return true;"),
        mutant(
            "the time to live of an item of the tier begins anew",
            3714,
            "store/ItemFetch",
            "long since = reading.since() - found.age();",
            "long since = reading.since();"),
        mutant(
            "an item of the tier is stored without a stamp",
            200,
            "store/ItemFetch",
            "store.store(new Reading<>(table, key, Projection.WHOLE, reading.stamp(), since), there);",
            "store.store(new Reading<>(table, key, Projection.WHOLE, store.reading(table, key, Projection.WHOLE).stamp(), since), there);"),
        mutant(
            "a fill with the stamp of its end",
            0,
            "store/Fetch",
            "store.fetched(reading, response, ahead);",
            "store.fetched(store.reading(reading.table(), reading.key(), reading.question()), response, ahead);"),
        mutant(
            "an update is believed beside another write",
            0,
            "store/Writing",
            "wasThere && Stamps.isAlone(begun) && ended == Stamps.ended(begun)",
            "wasThere"));
  }

  private static String found(Mutant mutant) {
    @SuppressWarnings("unchecked") // CacheScenarioRun is one, whoever has loaded it
    LongFunction<String> run =
        (LongFunction<String>)
            mutant.changed().instance(CacheScenarioRun.class, "dev.evenkeel.caching.", Set.of());
    return run.apply(mutant.from());
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("mutants")
  void protocol_withAMistake_isNoticed(Mutant mutant) {
    assertThat(found(mutant)).isNotEmpty();
  }

  @Test
  void protocol_asItIs_isRight() {
    assertThat(new CacheScenarioRun().apply(0)).isEmpty();
  }

  @Test
  @Tag("rounds")
  void protocol_asItIs_isRightInFurtherOrders() {
    Random seeds = new Random();
    for (int i = 0; i < Rounds.of(2000); i++) {
      long seed = seeds.nextLong();
      assertThat(new CacheScenario(seed, i % 2 == 0).run()).as("seed %d", seed).isEmpty();
    }
  }
}
