package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.timeseries.internal.route.ArchiveLookup.Archives;
import dev.evenkeel.timeseries.internal.route.MissingTables;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The state of each period in one read. */
final class CoverageLog {
  private final MissingTables missingTables;
  private final List<PeriodTable> tables;
  private final List<State> states;

  CoverageLog(MissingTables missingTables, List<PeriodTable> tables) {
    this.missingTables = missingTables;
    this.tables = tables;
    this.states = new ArrayList<>(Collections.nCopies(tables.size(), State.NOT_REACHED));
  }

  /** Notes that the table answered. */
  void noteRead(int place) {
    states.set(place, State.READ);
  }

  /**
   * Notes that its table is not there, nor one that its archive was restored to.
   *
   * @return how the read fails for it; null if the period is read as empty
   */
  @Nullable Throwable noteAbsent(int place, Archives archives, ResourceNotFoundException cause) {
    states.set(place, missingTables.state(tables.get(place), archives));
    return missingTables.refused(tables.get(place), archives, cause);
  }

  List<PeriodCoverage> coverage() {
    List<PeriodCoverage> coverage = new ArrayList<>();
    for (int place = 0; place < tables.size(); place++) {
      PeriodTable table = tables.get(place);
      coverage.add(new PeriodCoverage(table.span(), table.name(), states.get(place)));
    }
    return coverage;
  }
}
