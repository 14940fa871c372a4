package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.evenkeel.core.AmbiguousTableException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Tables that are found by a predicate on their names. */
class TableFamilyTest {
  private static final TableScope IRELAND = new TableScope("eu-west-1", "111122223333");
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:111122223333:table/";
  private static final Predicate<String> DAYS =
      Pattern.compile("events_\\d{4}-\\d\\d-\\d\\d").asMatchPredicate();

  private final List<String> made = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final ManagedTables<Object> tables =
      tables(
          List.of("orders", "events_2026-01-01"),
          family("events", String.class, DAYS, name -> "spec of " + name));

  private TableFamily<Object> family(
      String label,
      Class<?> kind,
      Predicate<String> names,
      Function<String, ? extends Object> member) {
    return new TableFamily<>(
        label,
        kind,
        name -> {
          asked.add(name);
          return names.test(name);
        },
        name -> {
          made.add(name);
          return member.apply(name);
        });
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // read only
  private static ManagedTables<Object> tables(List<String> names, TableFamily<Object>... families) {
    return ManagedTables.of(names, Object::toString, List.of(families), IRELAND);
  }

  @Test
  void find_ofAFamily_madeOnceForEachName() {
    assertThat(tables.find("events_2026-11-21")).isEqualTo("spec of events_2026-11-21");
    assertThat(tables.find("events_2026-11-22")).isEqualTo("spec of events_2026-11-22");
    assertThat(tables.find("events_2026-11-21")).isSameAs(tables.find("events_2026-11-21"));
    assertThat(made).containsExactly("events_2026-11-21", "events_2026-11-22");
  }

  @Test
  void find_ofNone_askedOnce() {
    assertThat(tables.find("notes")).isNull();
    assertThat(tables.find("notes")).isNull();
    assertThat(tables.find("events_2026-11-21-copy")).isNull();
    assertThat(asked).containsExactly("notes", "events_2026-11-21-copy");
  }

  @Test
  void find_namedToo_isItsOwn() {
    assertThat(tables.find("events_2026-01-01")).isEqualTo("events_2026-01-01");
    assertThat(asked).isEmpty();
  }

  @Test
  void find_noNameOfATable_isAskedOfNobody() {
    ManagedTables<Object> all = tables(List.of(), family("all", String.class, n -> true, n -> n));

    for (String no : List.of("", "ab", "#name", ":value", "a b c", "x".repeat(256), "arn:xyz")) {
      assertThat(all.find(no)).as(no).isNull();
    }
    assertThat(asked).isEmpty();
    assertThat(all.find("abc")).isEqualTo("abc");
  }

  @Test
  void find_byArn_isTheSameTableInsideTheScopeOnly() {
    assertThat(tables.find(ARN + "events_2026-11-21/index/by-day"))
        .isSameAs(tables.find("events_2026-11-21"));
    assertThat(tables.find(ARN.replace("eu-west-1", "us-east-1") + "events_2026-11-21")).isNull();
  }

  @Test
  void find_nothingToManage_isNull() {
    ManagedTables<Object> none =
        tables(List.of(), new TableFamily<>("plain", String.class, DAYS, name -> null));

    assertThat(none.find("events_2026-11-21")).isNull();
  }

  @Test
  void find_ofTwoFamilies_refusedEachTimeAndNotAtOthers() {
    ManagedTables<Object> two =
        tables(
            List.of("events_2026-01-01"),
            family("days", String.class, DAYS, name -> name),
            family("all events", String.class, name -> name.startsWith("events_"), name -> name));

    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> two.find("events_2026-11-21"))
          .isInstanceOfSatisfying(
              AmbiguousTableException.class,
              e -> {
                assertThat(e.table()).isEqualTo("events_2026-11-21");
                assertThat(e.families()).containsExactly("days", "all events");
              })
          .hasMessage(
              "Table 'events_2026-11-21' is in two families of tables, 'days' and 'all events'. Let only one of them accept its name, or give the table a spec of its own.");
    }
    assertThat(two.find("events_2026-01-01")).isNotNull();
    assertThat(two.find("events_all")).isEqualTo("events_all");
  }

  @Test
  void only_oneKind_othersKeepTheirNames() {
    ManagedTables<Object> mixed =
        ManagedTables.of(
            List.<Object>of(7),
            spec -> "events_2026-01-01",
            List.of(
                family("days", String.class, DAYS, name -> name),
                family("months", Integer.class, name -> name.startsWith("sums_"), name -> 8)),
            IRELAND);
    ManagedTables<String> texts = mixed.only(String.class);
    ManagedTables<Integer> numbers = mixed.only(Integer.class);

    assertThat(texts.find("events_2026-01-01")).as("named with another kind").isNull();
    assertThat(numbers.find("events_2026-01-01")).isEqualTo(7);
    assertThat(texts.find("events_2026-11-21")).isEqualTo("events_2026-11-21");
    assertThat(numbers.find("events_2026-11-21")).isNull();
    assertThat(numbers.find("sums_2026")).isEqualTo(8);
    assertThat(texts.find("sums_2026")).isNull();
    assertThat(made).as("made once for all kinds").doesNotHaveDuplicates();
    assertThat(mixed.only(Double.class).isEmpty()).isTrue();
    assertThat(texts.isEmpty()).isFalse();
  }

  @Test
  void except_someNames_areInNoFamily() {
    TableFamily<Object> days = family("days", String.class, DAYS, name -> name);

    ManagedTables<Object> without = tables(List.of(), days.except(Set.of("events_2026-11-21")));

    assertThat(without.find("events_2026-11-21")).isNull();
    assertThat(without.find("events_2026-11-22")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM \"events_2026-11-21\" | true",
        "SELECT * FROM \"events_2026-11-21\".\"by-day\" WHERE a = 1 | true",
        "SELECT * FROM events_2026-11-21.byday | true",
        "SELECT * FROM events_2026-11-21--all of them | true",
        "SELECT * FROM \"arn:aws:dynamodb:eu-west-1:1:table/events_2026-11-21\" | true",
        "delete from EVENTS_2026-11-21 where a = 1 | true",
        "SELECT * FROM notes WHERE table = 'events_2026-11-21' | true",
        "SELECT * FROM other,\"events_2026-11-21\" | true",
        "SELECT * FROM \"events_2026-11-21x\" | false",
        "SELECT * FROM \"my.events_2026-11-21\" | false",
        "SELECT * FROM \"x-events_2026-11-21\" | false",
        "SELECT * FROM notes | false",
        "SELECT * FROM ORDERS | true"
      })
  void namedBy_statement_seesEveryTableOfAFamily(String statement, boolean named) {
    ExecuteStatementRequest request =
        ExecuteStatementRequest.builder().statement(statement).build();

    assertThat(tables.namedBy(request)).isEqualTo(named);
  }

  /** A statement has at most 8,192 characters; it must not take a server down. */
  @Tag("deep")
  @Test
  void namedBy_longestStatementOfDots_asksForNamesOnly() {
    String dots = "a.".repeat(4_096);

    assertThat(tables.namedBy(ExecuteStatementRequest.builder().statement(dots).build())).isFalse();
    assertThat(asked).hasSizeLessThan(8_192 * 255 * 2).allMatch(word -> word.length() <= 255);
  }

  @Test
  void namedBy_anyOtherRequest_seesTheFamily() {
    assertThat(tables.namedBy(DeleteTableRequest.builder().tableName("events_2026-11-21").build()))
        .isTrue();
    assertThat(tables.namedBy(DeleteTableRequest.builder().tableName("events").build())).isFalse();
  }

  @Test
  void findAndNamedBy_namesMetBefore_allocateNothing() {
    ManagedTables<Object> lean =
        tables(List.of("orders"), new TableFamily<>("days", String.class, DAYS, name -> name));
    GetItemRequest managed = GetItemRequest.builder().tableName("events_2026-11-21").build();
    Runnable lookUps =
        () -> {
          for (int i = 0; i < 10_000; i++) {
            if (lean.find("events_2026-11-21") == null
                || lean.find("others") != null
                || !lean.namedBy(managed)) {
              throw new AssertionError();
            }
          }
        };
    lookUps.run();
    long before = allocatedBytes();
    lookUps.run();
    assertThat(allocatedBytes() - before).isLessThan(10_000);
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @Test
  void recentNames_moreThanFit_boundedAndTheLastAreThere() {
    RecentNames<Integer> names = new RecentNames<>(100);

    for (int i = 0; i < 10_000; i++) {
      names.put("t" + i, i);
      assertThat(names.get("t0")).as("looked up all the time").isZero();
      assertThat(names.size()).isLessThanOrEqualTo(200);
    }
    for (int i = 9_901; i < 10_000; i++) {
      assertThat(names.get("t" + i)).isEqualTo(i);
    }
    assertThat(names.get("t5000")).isNull();
  }

  @Test
  void recentNames_manyThreads_neverAnothersValue() {
    RecentNames<String> names = new RecentNames<>(16);

    IntStream.range(0, 40_000)
        .parallel()
        .forEach(
            i -> {
              String name = "t" + i % 97;
              String value = names.get(name);
              if (value == null) {
                names.put(name, name);
              } else {
                assertThat(value).isEqualTo(name);
              }
            });
    assertThat(names.size())
        .isLessThanOrEqualTo(32 + 2 * Runtime.getRuntime().availableProcessors());
  }
}
