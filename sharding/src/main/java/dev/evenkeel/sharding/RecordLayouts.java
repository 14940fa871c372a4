package dev.evenkeel.sharding;

import dev.evenkeel.sharding.LayoutEditor.Layout;
import dev.evenkeel.sharding.LayoutEditor.Moving;
import dev.evenkeel.sharding.LayoutEditor.Raised;
import dev.evenkeel.sharding.internal.layout.Reserved;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Layout records as callers see them, and back. */
final class RecordLayouts {
  private RecordLayouts() {}

  static Layout of(LayoutRecord now) {
    List<Raised> raised =
        now.raises().entrySet().stream()
            .map(of -> new Raised(of.getKey(), of.getValue().counts(), of.getValue().isDone()))
            .toList();
    Change change = now.change();
    return new Layout(
        now.version(),
        now.state().name(),
        now.drained(),
        now.keys(),
        now.shards(),
        raised,
        change != null && change.moves()
            ? new Moving(change.key(), change.shards(), change.table())
            : null,
        now.reserved().all(),
        now.reserved().keys(),
        now.table());
  }

  /** The layouts by which items can be: two while they are moved. */
  static List<TableLayout> tables(Layout layout) {
    Map<String, Raise> raises = new HashMap<>();
    for (Raised each : layout.raised()) {
      int last = each.counts().size() - 1;
      raises.put(
          each.of(),
          new Raise(each.counts(), each.counts().get(each.complete() ? last : last - 1)));
    }
    Moving moving = layout.moving();
    Reserved reserved = new Reserved(layout.reserved(), layout.reservedOfKeys());
    boolean isWithinTable = moving == null || moving.table() == null;
    Reserved more =
        moving == null || !isWithinTable ? reserved : reserved.with(moving.key(), moving.shards());
    TableLayout now =
        new TableLayout(layout.keys(), layout.shards(), null, raises, more, 0, layout.table());
    if (moving == null) {
      return List.of(now);
    }
    TableLayout after =
        isWithinTable
            ? now.moved(moving.key(), moving.shards())
            : now.movedInto(Objects.requireNonNull(moving.table()), moving.shards());
    return List.of(now, after);
  }
}
