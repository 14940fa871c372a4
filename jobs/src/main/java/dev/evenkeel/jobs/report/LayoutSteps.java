package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.sharding.Layout.Raised;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of what is under way on a layout: how long each has waited, may wait, and why. */
final class LayoutSteps {
  private static final Duration PAUSE_MAX = Duration.ofSeconds(8);

  /** For the clocks of clients, as a raise itself waits for a little more than a lease. */
  private static final Duration RAISE_MORE = Duration.ofSeconds(1);

  /**
   * A step that waits.
   *
   * @param waited null if that is not known
   * @param atMost null if there is no limit
   * @param now whether it waits now; others come after it
   * @param overdue what to do when it waits longer
   */
  private record Step(
      String name,
      @Nullable Duration waited,
      @Nullable Duration atMost,
      boolean now,
      String why,
      String overdue) {

    @Nullable Duration left() {
      return waited == null || atMost == null || isOverdue() ? null : atMost.minus(waited);
    }

    boolean isOverdue() {
      return waited != null && atMost != null && waited.compareTo(atMost) > 0;
    }
  }

  private final LayoutLook look;
  private final List<Step> steps = new ArrayList<>();

  LayoutSteps(LayoutLook look) {
    this.look = look;
    switch (look.layout().state()) {
      case "READY" -> registering();
      case "ANNOUNCED" -> announced();
      case "PAUSED" -> paused();
      case "MOVING" ->
          now(
              "move",
              look.age(),
              null,
              "until no item is at its old place; nobody is held back. 'evenkeel reshard status' says how far it is",
              "");
      default -> {} // nobody waits
    }
    look.layout().raised().stream().filter(raised -> !raised.complete()).forEach(this::raised);
  }

  private void now(
      String name,
      @Nullable Duration waited,
      @Nullable Duration atMost,
      String why,
      String overdue) {
    steps.add(new Step(name, waited, atMost, true, why, overdue));
  }

  private void next(String name, @Nullable Duration atMost, String why) {
    steps.add(new Step(name, null, atMost, false, why, ""));
  }

  private void registering() {
    if (look.layout().registeredElsewhere()) {
      anew("register", "'evenkeel layout ready'");
    } else if (!look.layout().everybodyRegistered()) {
      now(
          "register",
          look.age(),
          look.registering(),
          "until every client has read that it must register, and nothing that was signed before can happen any more",
          "No command may wait for that any more. Run 'evenkeel layout ready', or 'evenkeel layout settle' to leave it.");
    }
  }

  /** Nothing waits yet, and the time that the record was written is of another table. */
  private void anew(String step, String command) {
    next(
        step,
        look.registering(),
        "the record does not name this control table as the one in which clients have registered; they register anew, and %s waits for that"
            .formatted(command));
  }

  private void announced() {
    String announce =
        "until no client uses a key that reads like a place to come, and nothing that was signed before can happen any more";
    String looking = "until all items were read, to see that none stands against the move";
    Duration age = look.age();
    if (look.layout().registeredElsewhere()) {
      anew("announce", "'evenkeel reshard start'");
      next("look", null, looking);
    } else if (!look.layout().everybodyRegistered()) {
      if (age == null || age.compareTo(look.registering()) <= 0) {
        now("announce", age, look.registering(), announce, "");
        next("look", null, looking);
      } else {
        now("look", age.minus(look.registering()), null, looking, "");
      }
    }
    next("pause", PAUSE_MAX, "until every client has acknowledged; writes are held back");
    next("move", null, "until no item is at its old place; nobody is held back");
  }

  private void paused() {
    List<String> waitedFor = look.waitedFor();
    now(
        "pause",
        look.age(),
        PAUSE_MAX,
        "writes are held back until every client has acknowledged; "
            + (waitedFor.isEmpty()
                ? "all have"
                : "%d of %d have not: %s"
                    .formatted(
                        waitedFor.size(), look.clients().size(), String.join(", ", waitedFor))),
        "Clients give it up after 10s. If they do not, run 'evenkeel layout abort'.");
    if (look.layout().moving() == null) {
      next("publish", Duration.ZERO, "the piece begins; writes go on");
    } else {
      next("move", null, "until no item is at its old place; nobody is held back");
    }
  }

  private void raised(Raised raised) {
    now(
        "raise",
        look.age(),
        look.lease().plus(RAISE_MORE),
        "writers of %s keep the count before the last until every reader has the last one"
            .formatted(raised.of()),
        "The command that waits has ended. Run 'evenkeel layout raise' to the same count again.");
  }

  ArrayNode json() {
    return Json.array(
        steps,
        step -> {
          ObjectNode json = Json.object().put("step", step.name()).put("now", step.now());
          put(json, "waitedSeconds", step.waited());
          put(json, "atMostSeconds", step.atMost());
          put(json, "leftSeconds", step.left());
          return json.put("overdue", step.isOverdue()).put("why", step.why());
        });
  }

  private static void put(ObjectNode json, String name, @Nullable Duration length) {
    if (length == null) {
      json.putNull(name);
    } else {
      json.put(name, length.toMillis() / 1000.0);
    }
  }

  /** A line for each step, and for each that is overdue; nothing where nobody waits. */
  String text() {
    if (steps.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable("STEP", "WAITED", "LEFT", "WHY");
    StringBuilder overdue = new StringBuilder();
    for (Step step : steps) {
      table.row(step.name(), waited(step), left(step), step.why());
      if (step.isOverdue()) {
        overdue.append("%s is overdue. %s%n".formatted(step.name(), step.overdue()));
      }
    }
    return table + overdue.toString();
  }

  private static String waited(Step step) {
    return !step.now() ? "not yet" : step.waited() == null ? "not known" : seconds(step.waited());
  }

  private static String left(Step step) {
    if (step.isOverdue()) {
      return "overdue";
    }
    Duration left = step.left() == null ? step.atMost() : step.left();
    return left == null ? "no limit" : left.isZero() ? "" : "at most " + seconds(left);
  }

  private static String seconds(Duration length) {
    return TimeText.of(length.truncatedTo(ChronoUnit.SECONDS));
  }
}
