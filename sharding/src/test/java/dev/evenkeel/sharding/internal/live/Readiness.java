package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.sharding.internal.live.Automaton.Local;
import dev.evenkeel.sharding.internal.live.ModelStore.Served;
import dev.evenkeel.sharding.internal.live.Offers.Control;

/**
 * A client that is registered, and the control table then: where most scripts begin.
 *
 * @param contents the number of what is in the control table
 */
record Readiness(Local<Offers> client, int contents) {

  /** The contents of the control table with a record that is READY and drained. */
  static int written(ModelStore store) {
    LayoutRecord ready = ModelStore.FIRST.ready(ModelStore.CONTROL);
    int contents = swapped(store, 0, ModelStore.FIRST, ready);
    return swapped(store, contents, ready, ready.readyAndDrained());
  }

  /** The contents of the control table while the item is moved. */
  static int moving(ModelStore store, Script script) {
    int contents = written(store);
    LayoutRecord ready = store.contents(contents).record();
    Change change = MovedTable.start(script, ready).change(ready);
    if (script.whole) {
      LayoutRecord announced = ready.announced(change, ModelStore.CONTROL);
      contents = swapped(store, contents, ready, announced);
      ready = announced.checked();
      contents = swapped(store, contents, announced, ready);
    }
    LayoutRecord paused = ready.paused(change);
    contents = swapped(store, contents, ready, paused);
    return swapped(store, contents, paused, paused.moving());
  }

  private static int swapped(ModelStore store, int contents, LayoutRecord seen, LayoutRecord next) {
    Request<?> swap = FlowStepper.of(ModelStore.TABLE.swap(seen, next)).next().request();
    return store.serve(contents, store.number(ModelProcess.table(swap))).contents();
  }

  /** Has a new client refresh. */
  static Readiness of(Automaton<Offers> client, int contents, ModelStore store) {
    Local<Offers> local = client.next(client.state(0), Input.of(Input.BEGIN, 0, 0, 0)).to();
    int after = contents;
    while (local.offers.isArriving || !local.offers.controls.isEmpty()) {
      int input = Input.of(Input.ARRIVE, 0, 0, 0);
      if (!local.offers.isArriving) {
        Control control = local.offers.controls.get(0);
        Served served = store.serve(after, control.request());
        after = served.contents();
        input = Input.of(Input.ANSWER, 0, 0, served.answer());
      }
      local = client.next(local, input).to();
    }
    return new Readiness(local, after);
  }
}
