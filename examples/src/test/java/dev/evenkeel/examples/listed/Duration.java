package dev.evenkeel.examples.listed;

/** Shares its name with a type of the JDK. */
public interface Duration {
  java.time.Duration exact();

  default Duration rounded() {
    return this;
  }
}
