package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.ModelProcess.Flight;

/** A write that was signed. */
record Attempt(int number, ModelCall.Write write) {

  /** Whether a caller writes, and nobody who moves an item, which must not be noticed. */
  boolean isCallers() {
    return write.moves() == 0;
  }

  /**
   * The same on its way.
   *
   * @param age in ticks since it was signed
   */
  Flight flight(int age) {
    return new Flight(number, write.key(), write.place(), write.deletes(), write.moves(), age);
  }
}
