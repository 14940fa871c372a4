package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.work.Worker;

/**
 * The row of a client that acts on a layout.
 *
 * @param id drawn anew for each registration, so that a late request of an old one touches nothing
 * @param beat how often the client has said that it is there
 * @param ack the version of the pause that it has taken note of last; 0 for none
 * @param host where the client runs, for people
 * @param library the client's version of Evenkeel
 */
public record Registration(String id, long beat, long ack, String host, String library) {

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
    return new Registration(id, Math.addExact(beat, 1), ack, host, library);
  }

  Registration acknowledging(long version) {
    return new Registration(id, beat, version, host, library);
  }
}
