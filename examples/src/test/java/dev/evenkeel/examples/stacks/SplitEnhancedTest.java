package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;

/** The stock Enhanced Clients use a table that is split into the tables of its days. */
@ExtendWith(LocalDynamoDbExtension.class)
class SplitEnhancedTest {
  private static final int VISITS = 12;

  /** What is there, by sort key. */
  private final Map<String, Integer> expected = new TreeMap<>();

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Kind.class)
  void operations_whileATableIsSplit_findTheirItems(Kind kind, LocalDynamoDb local) {
    try (SplitFixture fixture = new SplitFixture(local.isolated())) {
      EnhancedVisits table = EnhancedVisits.of(kind, fixture);
      for (int visit = 0; visit < VISITS; visit++) {
        table.put(put(visit, visit));
      }
      used(table, 0);
      Resharder resharder = fixture.resharder();
      resharder.startInto(SplitFixture.DAYS, 1, MovePace.gentle());
      used(table, 1);
      resharder.run();
      used(table, 2);
      resharder.verify();
      resharder.finish();
      used(table, 3);
      assertThat(fixture.stored(SplitScript.TABLE)).isZero();
    }
  }

  private static String at(int visit) {
    return "2026-11-%dT%02d:00:00Z#1".formatted(20 + visit % 3, visit);
  }

  private static Key key(int visit) {
    return Key.builder().partitionValue(EnhancedVisits.HOME).sortValue(at(visit)).build();
  }

  private EnhancedDocument put(int visit, int n) {
    expected.put(at(visit), n);
    return EnhancedDocument.builder()
        .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
        .putString("page", EnhancedVisits.HOME)
        .putString("at", at(visit))
        .putNumber("n", n)
        .build();
  }

  private Key delete(int visit) {
    expected.remove(at(visit));
    return key(visit);
  }

  /** Writes items that no step has written since the move began, and reads all. */
  private void used(EnhancedVisits table, int step) {
    int first = 3 * step;
    table.put(put(first, 100 + step));
    table.update(put(first + 1, 200 + step));
    assertThat(expected).containsKey(at(first + 2));
    table.delete(delete(first + 2));
    assertFound(table, first);
    table.batch(put(first + 2, 300 + step), delete(first));
    assertFound(table, first);
    table.transact(put(first, 400 + step), delete(first + 1));
    assertFound(table, first);
  }

  private void assertFound(EnhancedVisits table, int first) {
    assertThat(byTime(table.query())).isEqualTo(expected);
    assertThat(table.query()).extracting(item -> item.getString("at")).isSorted();
    assertThat(byTime(scan(table))).isEqualTo(expected);
    for (int visit = first; visit < first + 3; visit++) {
      EnhancedDocument found = table.get(key(visit));
      assertThat(found == null ? null : found.getNumber("n").intValue())
          .isEqualTo(expected.get(at(visit)));
    }
    int other = (first + 4) % VISITS;
    for (List<EnhancedDocument> some :
        List.of(table.getBatch(key(first), key(other)), table.getAtOnce(key(first), key(other)))) {
      Map<String, Integer> asked = new TreeMap<>(expected);
      asked.keySet().retainAll(List.of(at(first), at(other)));
      assertThat(byTime(some)).isEqualTo(asked);
    }
  }

  /** A client may learn between two pages that the move is over. Such a scan begins anew. */
  private static List<EnhancedDocument> scan(EnhancedVisits table) {
    try {
      return table.scan();
    } catch (InvalidStartKeyException | CompletionException e) {
      Throwable refusal = e instanceof CompletionException ? e.getCause() : e;
      assertThat(refusal)
          .isInstanceOf(InvalidStartKeyException.class)
          .hasMessageContaining("Begin again");
      return table.scan();
    }
  }

  private static Map<String, Integer> byTime(List<EnhancedDocument> items) {
    return items.stream()
        .collect(
            Collectors.toMap(
                item -> Objects.requireNonNull(item.getString("at")),
                item -> item.getNumber("n").intValue(),
                (a, b) -> a,
                TreeMap::new));
  }
}
