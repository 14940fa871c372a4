package dev.evenkeel.testkit;

/**
 * DynamoDB Local as a program, for what must not share its JVM: benchmarks, and tests that kill.
 *
 * <p>The first line on standard output that is a number is the port on 127.0.0.1; {@link
 * LocalDynamoDb#at} makes clients. It runs until it is terminated or the process that started it
 * has ended, so that none is left behind. Java programs have {@link LocalDynamoDb#startProcess},
 * which does all this.
 */
public final class LocalDynamoDbServer {
  private LocalDynamoDbServer() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    LocalDynamoDb local = LocalDynamoDb.start(Engine.IN_PROCESS);
    System.out.println(local.endpoint().getPort());
    ServerProgram.untilParentEnds();
  }
}
