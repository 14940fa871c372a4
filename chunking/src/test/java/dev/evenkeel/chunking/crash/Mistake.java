package dev.evenkeel.chunking.crash;

/**
 * A mistake, and what brings it to light.
 *
 * @param protocol by its name
 * @param event beside which nothing need happen
 */
record Mistake(String name, String protocol, Event event, Mutant writer, Mutant sweep) {
  static Mistake writing(String name, String protocol, Event event, Mutant mutant) {
    return new Mistake(name, protocol, event, mutant, Mutant.NONE);
  }

  static Mistake sweeping(String name, String protocol, Event event, Mutant mutant) {
    return new Mistake(name, protocol, event, Mutant.NONE, mutant);
  }

  @Override
  public String toString() {
    return name;
  }
}
