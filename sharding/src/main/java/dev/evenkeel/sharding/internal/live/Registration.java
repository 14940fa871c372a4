package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.work.Worker;
import org.jspecify.annotations.Nullable;

/**
 * The row of a client that acts on a layout.
 *
 * @param id drawn anew for each registration, so that a late request of an old one touches nothing
 * @param beat how often the client has said that it is there
 * @param ack the version of the pause that it has taken note of last; 0 for none
 * @param held what that pause was for; null if there is none, or a client from before that does not
 *     say
 * @param host where the client runs, for people
 * @param library the client's version of Evenkeel
 */
public record Registration(
    String id, long beat, long ack, @Nullable Change held, String host, String library) {

  /** A row that says nothing of what a pause was for. */
  public Registration(String id, long beat, long ack, String host, String library) {
    this(id, beat, ack, null, host, library);
  }

  /** The row of a new registration, in this process. */
  public static Registration fresh(String id) {
    return new Registration(id, 0, 0, process(), ownLibrary());
  }

  /** The version of Evenkeel in this process; some builds do not know it. */
  public static String ownLibrary() {
    String version = LayoutTable.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  /** Where this process runs, for people. */
  public static String process() {
    return Worker.Settings.process();
  }

  /** Where the client runs, or the name of its row if that does not say. */
  public String where() {
    return host.isEmpty() ? "row " + id : host;
  }

  Registration beaten() {
    return new Registration(id, Math.addExact(beat, 1), ack, held, host, library);
  }

  Registration acknowledging(long version, @Nullable Change pausedFor) {
    return new Registration(id, beat, version, pausedFor, host, library);
  }

  /**
   * Whether the client has taken note of that very pause. A record that was put back reaches the
   * same version by another change.
   */
  boolean hasAcknowledged(LayoutRecord paused) {
    return ack == paused.version() && (held == null || held.equals(paused.change()));
  }
}
