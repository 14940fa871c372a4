package dev.evenkeel.jobs.work;

/** The log of the process. */
public final class Logging {
  private static final String CONFIGURATION = "logback.configurationFile";

  private Logging() {}

  /**
   * To standard error, warnings of the SDK and news of Evenkeel: standard output is for reports. An
   * operator's own settings win. To be called before anything logs.
   */
  public static void toStandardError() {
    if (System.getProperty(CONFIGURATION) == null) {
      System.setProperty(CONFIGURATION, "dev/evenkeel/jobs/logback.xml");
    }
  }
}
