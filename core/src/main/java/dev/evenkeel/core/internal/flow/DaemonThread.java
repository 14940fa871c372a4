package dev.evenkeel.core.internal.flow;

/** Daemon threads that inherit nothing of who makes them. */
public final class DaemonThread {
  private DaemonThread() {}

  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(DaemonThread.class.getClassLoader());
    return thread;
  }
}
