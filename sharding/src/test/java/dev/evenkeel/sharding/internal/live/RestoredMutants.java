package dev.evenkeel.sharding.internal.live;

import static dev.evenkeel.sharding.internal.live.Mutants.mutant;

import java.util.List;

/** Mistakes about a control table that is restored while clients act. */
final class RestoredMutants {
  private RestoredMutants() {}

  static List<Mutant> all() {
    return List.of(
        mutant(
            "a change goes on in a control table that was restored",
            "restored",
            "LayoutChange",
            "paused.isDrainedIn(control)",
            "paused.drained()"),
        mutant(
            "which control table it is is asked before its rows are read",
            "restored",
            "LayoutChange",
            "return acknowledged(paused);",
            "return published(paused);",
            "return barrier(paused, watch, nanos.getAsLong()) .recover(",
            "return table.identity().then(early -> paused.isDrainedIn(early) ? barrier(paused, watch, nanos.getAsLong()) : overtaken(paused)) .recover("),
        mutant(
            "all count as registered in a control table that was restored",
            "restored",
            "LayoutRecord",
            "spec, to, false, now, base, announced, movesEnded",
            "spec, to, drained, now, base, announced, movesEnded"),
        mutant(
            "all count as registered in a control table that was restored while a move is announced",
            "all, restored",
            "LayoutRecord",
            "? registering(State.ANNOUNCED, now, change)",
            "? new LayoutRecord(version + 1, spec, State.ANNOUNCED, drained, now, base, change, movesEnded)"),
        mutant(
            "an acknowledgement counts for each pause of its version",
            "put back",
            "Registration",
            "&& (held == null || held.equals(paused.change()))",
            ""),
        mutant(
            "an acknowledgement counts for each pause of its version and key",
            "put back",
            "Registration",
            "held.equals(paused.change())",
            "Objects.equals(held.key(), requireNonNull(paused.change()).key())",
            "import dev.evenkeel",
            "import static java.util.Objects.requireNonNull; import java.util.Objects; import dev.evenkeel"),
        mutant(
            "which control table it is is not noted",
            "restored",
            "LayoutRecord",
            "drained && now.equals(control)",
            "drained"));
  }
}
