package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Actions by phase. What serves the next write comes before what saves money, and that before what
 * cannot be undone: a run that is cut short has done the more urgent part. Hooks are told that a
 * table retires before it is lowered, so that nobody's autoscaling raises it again.
 */
final class ActionOrder {
  private final List<Build> builds = new ArrayList<>();
  private final List<Open> opens = new ArrayList<>();
  private final List<Resize> raises = new ArrayList<>();
  private final List<Lowering> lowerings = new ArrayList<>();
  private final List<Mend> mends = new ArrayList<>();
  private final List<Reclass> reclasses = new ArrayList<>();
  private final List<Reopen> reopens = new ArrayList<>();
  private final List<Retire> retires = new ArrayList<>();
  private final List<Archive> archives = new ArrayList<>();
  private final List<Delete> deletes = new ArrayList<>();
  private final List<Forget> forgets = new ArrayList<>();
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

  void mend(Mend mend) {
    mends.add(mend);
  }

  void reclass(Reclass reclass) {
    reclasses.add(reclass);
  }

  void reopen(Reopen reopen) {
    reopens.add(reopen);
  }

  void retire(Retire retire) {
    retires.add(retire);
  }

  void archive(Archive archive) {
    archives.add(archive);
  }

  void delete(Delete delete) {
    deletes.add(delete);
  }

  void forget(Forget forget) {
    forgets.add(forget);
  }

  int builds() {
    return builds.size();
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
    return Stream.concat(
            adding().stream(),
            Stream.<Stream<? extends TableAction>>of(
                    mends.stream(),
                    reopens.stream(),
                    retires.stream(),
                    lowered,
                    reclasses.stream(),
                    archives.stream(),
                    deletes.stream(),
                    forgets.stream())
                .flatMap(phase -> phase))
        .toList();
  }

  /** Those that take nothing away. */
  List<TableAction> adding() {
    return Stream.<List<? extends TableAction>>of(builds, opens, raises)
        .<TableAction>flatMap(List::stream)
        .toList();
  }

  List<String> notes() {
    return notes;
  }
}
