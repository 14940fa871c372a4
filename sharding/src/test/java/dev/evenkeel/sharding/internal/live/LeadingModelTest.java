package dev.evenkeel.sharding.internal.live;

import static dev.evenkeel.sharding.internal.live.Mutants.mutant;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two records never lead to the same items by different layouts, whoever is first. */
class LeadingModelTest {

  static List<String> scripts() {
    return LeadingScript.names();
  }

  static List<Mutant> mutants() {
    return List.of(
        mutant(
            "no note is left",
            "a piece",
            "LeadingTables",
            "return into == null ? Flow.done() : TableCall.put(",
            "return into != records ? Flow.done() : TableCall.put("),
        mutant(
            "nobody looks once a record is there",
            "a piece",
            "LayoutChange",
            "return regions.apply(seen, change).then(one -> paused(seen, watch, null));",
            "return paused(seen, watch, null);"),
        mutant(
            "nobody looks for the record of the new table",
            "a piece",
            "LeadingTables",
            "into == null ? Flow.done() : requireNoRecord(into)",
            "Flow.done()"),
        mutant(
            "nobody looks for others that move there",
            "two into one",
            "LeadingTables",
            "into == null ? Flow.done() : requireNoneTo(into)",
            "Flow.done()"),
        mutant(
            "a move that was announced does not count",
            "a piece",
            "LayoutRecord",
            "return others().stream().anyMatch(other -> other.name().equals(tableName));",
            "return base.table() != null && base.table().name().equals(tableName);"),
        mutant(
            "a raise does not look",
            "a count",
            "CountRaise",
            "return possible.then(table.readAgain(known)).then(this::raisedFrom);",
            "return table.readAgain(known).then(this::raisedFrom);"),
        mutant(
            "a raise looks before it is written only",
            "a count",
            "CountRaise",
            ".then(this::raised);",
            ".then(now -> table.readAgain(now)).then(this::raisedFrom);"),
        mutant(
            "nobody looks for what the new table's record says on the way back",
            "back from a table with pieces",
            "LeadingTables",
            "record.base().isEmpty() && record.change() == null ?",
            "true ?"),
        mutant(
            "a table that items were moved to is free",
            "back",
            "LayoutRecord",
            "return others().stream().anyMatch(other -> other.name().equals(tableName));",
            "return change != null && change.table() != null && change.table().name().equals(tableName);"),
        mutant(
            "a note is believed",
            "a note that nothing came of",
            "LeadingTables",
            "record.leadsTo(to.table()) ?",
            "true ?"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void changes_inAnyOrder_leaveNobodyBehind(String script) {
    LeadingModel model = new LeadingModel();
    assertThat(model.apply(script)).isEmpty();
    System.out.printf("%s: %,d states%n", script, model.states());
  }

  @Test
  void mutants_sourcesAsTheyAre_canBeMade() {
    assertThat(mutants()).allSatisfy(mutant -> assertThat(mutant.source()).isNotEmpty());
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("mutants")
  void mistakes_areNoticed(Mutant mutant) {
    assertThat(mutant.found(LeadingModel.class)).isNotEmpty();
  }
}
