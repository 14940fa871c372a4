package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Actions by phase. What serves the next write comes before what saves money, and that before what
 * cannot be undone: a run that is cut short has done the more urgent part.
 */
final class Phases {
  private final List<Build> builds = new ArrayList<>();
  private final List<Open> opens = new ArrayList<>();
  private final List<Resize> raises = new ArrayList<>();
  private final List<Lowering> lowerings = new ArrayList<>();
  private final List<Reclass> reclasses = new ArrayList<>();
  private final List<Retire> retires = new ArrayList<>();
  private final List<Delete> deletes = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** A change that lowers something, and how many units a second it saves. */
  private record Lowering(Resize resize, long savedUnits) {}

  void build(Build build) {
    builds.add(build);
  }

  void open(Open open) {
    opens.add(open);
  }

  void raise(Resize resize) {
    raises.add(resize);
  }

  void lower(Resize resize, long savedUnits) {
    lowerings.add(new Lowering(resize, savedUnits));
  }

  void reclass(Reclass reclass) {
    reclasses.add(reclass);
  }

  void retire(Retire retire) {
    retires.add(retire);
  }

  void delete(Delete delete) {
    deletes.add(delete);
  }

  int deletes() {
    return deletes.size();
  }

  void note(String note) {
    notes.add(note);
  }

  /** In order; of lowerings, the largest saving first. */
  List<TableAction> actions() {
    Stream<Resize> lowered =
        lowerings.stream()
            .sorted(Comparator.comparingLong(Lowering::savedUnits).reversed())
            .map(Lowering::resize);
    return Stream.<Stream<? extends TableAction>>of(
            builds.stream(),
            opens.stream(),
            raises.stream(),
            lowered,
            reclasses.stream(),
            retires.stream(),
            deletes.stream())
        .<TableAction>flatMap(phase -> phase)
        .toList();
  }

  List<String> notes() {
    return notes;
  }
}
