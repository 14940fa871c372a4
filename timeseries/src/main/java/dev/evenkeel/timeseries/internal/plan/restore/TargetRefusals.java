package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;

/** Why a table that is there is not taken for the one of a restore, and how to go on. */
record TargetRefusals(String target) {
  private static final String TAKEN = "there is a table of that name already, and ";
  private static final String ANOTHER_NAME =
      "Restore to another name; nothing was written to the table";
  private static final String DELETE =
      "If it is empty and nobody else's, delete it and restore again; or restore to another name. Nothing was written to it";

  /** This restore has created none yet, or the one that it had created is gone. */
  RefusedOperationException occupied() {
    return refusal("this restore did not make it", ANOTHER_NAME);
  }

  /** A restore that an earlier version began has no id that a table could be tagged with. */
  RefusedOperationException withoutId() {
    return refusal("nothing tells whether an earlier version made it for this restore", DELETE);
  }

  /** What it means that tags could not be read; other failures stay what they are. */
  Throwable unread(Throwable failure) {
    return Refusals.isDenied(failure)
        ? refusal(
            "its tags, which tell whether this restore made it, may not be read",
            "Allow dynamodb:ListTagsOfResource on it and restore again, or restore to another name; nothing was written to it")
        : failure;
  }

  private RefusedOperationException refusal(String why, String remedy) {
    return new RefusedOperationException("restore", target, TAKEN + why, remedy);
  }
}
