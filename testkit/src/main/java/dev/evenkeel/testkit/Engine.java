package dev.evenkeel.testkit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a server runs: the same server either way, so the same tests pass on both. */
public enum Engine {
  /** In this JVM, from the Maven artifact: about a second for the first server, then 25 ms. */
  IN_PROCESS,
  /**
   * In a container, through Testcontainers, which the caller must have on the class path. The
   * images are {@code amazon/dynamodb-local} and {@code andrewgaul/s3proxy} unless {@code
   * EVENKEEL_DYNAMODB_IMAGE} and {@code EVENKEEL_S3_IMAGE} name others.
   */
  CONTAINER;

  /**
   * The environment variable that chooses for DynamoDB: {@code in-process} (the default) or {@code
   * container}.
   */
  public static final String VARIABLE = "EVENKEEL_DYNAMODB";

  /** The environment variable that chooses for S3, by the same words. */
  public static final String S3_VARIABLE = "EVENKEEL_S3";

  /**
   * The engine that the environment asks for where DynamoDB is concerned.
   *
   * @throws IllegalArgumentException if {@code EVENKEEL_DYNAMODB} holds a word that is no engine
   */
  public static Engine fromEnvironment() {
    return parse(VARIABLE, System.getenv(VARIABLE));
  }

  /**
   * The engine that the environment asks for where S3 is concerned.
   *
   * @throws IllegalArgumentException if {@code EVENKEEL_S3} holds a word that is no engine
   */
  public static Engine s3FromEnvironment() {
    return parse(S3_VARIABLE, System.getenv(S3_VARIABLE));
  }

  static Engine parse(String variable, @Nullable String word) {
    if (word == null || word.isBlank()) {
      return IN_PROCESS;
    }
    return switch (word.strip().toLowerCase(Locale.ROOT)) {
      case "in-process" -> IN_PROCESS;
      case "container" -> CONTAINER;
      default ->
          throw new IllegalArgumentException(
              variable
                  + " is '"
                  + word
                  + "', which is no engine. Set it to 'in-process' or 'container', or unset it.");
    };
  }
}
