package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Pause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** What can happen next to a process in a state. */
final class Offers {
  final int[] acts;
  final List<Control> controls = new ArrayList<>();
  final List<Looking> looks = new ArrayList<>();
  final ModelProcess.@Nullable Flight flight;
  final boolean isArriving;
  final boolean mayRetry;
  final boolean isDone;

  /** A request to the control table that is not answered. */
  record Control(int slot, int ask, int request, boolean isWrite) {}

  /** A look at a place. */
  record Looking(int slot, int ask, int place, int key) {}

  Offers(ModelProcess process) {
    List<Integer> all = new ArrayList<>();
    process.addActs(all);
    addAsks(process, all);
    this.acts = all.stream().mapToInt(act -> act).toArray();
    this.flight = process.flight();
    this.mayRetry = process instanceof ModelClient client && client.mayRetry();
    this.isArriving = process.slots.get(0).arriving != 0;
    this.isDone = process.isDone();
  }

  private void addAsks(ModelProcess process, List<Integer> all) {
    for (int i = 0; i < process.slots.size(); i++) {
      if (process.slots.get(i).arriving != 0) {
        all.add(Input.of(Input.ARRIVE, i, 0, 0));
        continue;
      }
      List<FlowProcess.Open> open = process.slots.get(i).open;
      for (int j = 0; j < open.size(); j++) {
        FlowProcess.Open ask = open.get(j);
        DynamoDbRequest request = ModelProcess.table(ask.request());
        if (request != null && MovedTable.isFor(request)) {
          if (!ModelStore.isWrite(request)) {
            looks.add(new Looking(i, j, MovedTable.placeRead(request, process.script), 0));
          }
        } else if (request != null) {
          controls.add(
              new Control(i, j, process.store.number(request), ModelStore.isWrite(request)));
        } else if (ask.request() instanceof ModelProcess.Look look) {
          looks.add(new Looking(i, j, look.place(), look.key()));
        } else if (ask.request() instanceof Pause pause && process.isOver(pause, ask.since())) {
          all.add(Input.of(Input.WAKE, i, j, 0));
        }
      }
    }
  }
}
