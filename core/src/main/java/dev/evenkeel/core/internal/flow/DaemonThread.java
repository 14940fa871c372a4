package dev.evenkeel.core.internal.flow;

/**
 * The threads of pools that all clients share: daemons that inherit nothing of their first user.
 */
public final class DaemonThread {
  private DaemonThread() {}

  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(DaemonThread.class.getClassLoader());
    return thread;
  }
}
