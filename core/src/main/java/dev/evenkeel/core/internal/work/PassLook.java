package dev.evenkeel.core.internal.work;

import java.util.List;

/**
 * What somebody sees who looks at a pass.
 *
 * @param total how far it is
 * @param standing says to people that throttles slow it; empty if they do not
 * @param workers all that have reported and have not left, the dead ones too
 */
public record PassLook(WorkTotal total, String standing, List<WorkerRow> workers) {

  /** Of a pass that has not begun. */
  public static final PassLook NONE = new PassLook(WorkTotal.NONE, "", List.of());
}
