package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;

/** A payload that may have to go. */
record SweepTarget(SweptTable table, Parent parent, PayloadRef payload) {

  Flow<Done> remove() {
    return table.remove(parent, payload);
  }

  /** What an intent says of a payload that its item had. */
  Change asReplaced() {
    return new Change(parent, null, payload);
  }
}
