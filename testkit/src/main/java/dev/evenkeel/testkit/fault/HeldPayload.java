package dev.evenkeel.testkit.fault;

/** A body in memory, which nobody changes. */
final class HeldPayload implements Payload {
  private final byte[] bytes;

  HeldPayload(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }
}
