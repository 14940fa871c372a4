package dev.evenkeel.testkit;

/**
 * An S3 server as a program, for what must not share its JVM: benchmarks, and tests that kill.
 *
 * <pre>{@code
 * java -cp ... dev.evenkeel.testkit.LocalS3Server [MEMORY|TEMPORARY_FOLDER]
 * }</pre>
 *
 * <p>The first line on standard output is the port on 127.0.0.1. Access key and secret are both
 * {@code local}; {@link LocalS3#at} makes clients. It runs until it is terminated or the process
 * that started it has ended, so that none is left behind; its temporary folder goes with it, unless
 * it is killed outright. Java programs have {@link LocalS3#startProcess}, which does all this.
 */
public final class LocalS3Server {
  private LocalS3Server() {}

  /** Takes the name of an {@link S3Storage}; without one, objects are kept in memory. */
  public static void main(String[] arguments) {
    S3Storage storage = arguments.length == 0 ? S3Storage.MEMORY : S3Storage.valueOf(arguments[0]);
    LocalS3 s3 = LocalS3.start(storage);
    Runtime.getRuntime().addShutdownHook(new Thread(s3::close));
    System.out.println(s3.endpoint().getPort());
    ServerProgram.untilParentEnds();
  }
}
