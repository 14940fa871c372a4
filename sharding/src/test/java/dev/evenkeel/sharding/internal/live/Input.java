package dev.evenkeel.sharding.internal.live;

/** What a process of the model is given, as a number: a kind, a slot, an ask and an argument. */
final class Input {
  static final int TICK = 1;

  /** A request to the control table is answered; the argument is the answer's number. */
  static final int ANSWER = 2;

  /** The answer of a request is lost. */
  static final int LOSE = 3;

  /** A pause is over. */
  static final int WAKE = 4;

  /** What lies at a place; the argument has the value of each key. */
  static final int LOOK = 5;

  /** A flow begins; the argument says which. */
  static final int BEGIN = 6;

  /** The next call begins. */
  static final int CALL = 7;

  /** A write is signed, checked and sent. */
  static final int SEND = 8;

  /** The write that was sent is applied, and its answer arrives. */
  static final int APPLIED = 9;

  /** The write that was sent is refused, since its signature is too old. */
  static final int REFUSED = 10;

  /** The answer of the write is lost. */
  static final int UNANSWERED = 11;

  /** The answer of the write is lost, and the SDK tries once more. */
  static final int AGAIN = 12;

  /** What only a wrong shell does: a write that was checked before is signed and sent. */
  static final int SIGN = 13;

  /** An answer that was on its way is there. */
  static final int ARRIVE = 14;

  private Input() {}

  static int of(int kind, int slot, int ask, int argument) {
    return kind | (slot << 4) | (ask << 6) | (argument << 10);
  }

  static int kind(int input) {
    return input & 15;
  }

  static int slot(int input) {
    return (input >> 4) & 3;
  }

  static int ask(int input) {
    return (input >> 6) & 15;
  }

  static int argument(int input) {
    return input >>> 10;
  }

  static String name(int input) {
    String[] names = {
      "",
      "tick",
      "answer",
      "lose",
      "wakes",
      "looks",
      "begins ",
      "calls",
      "sends",
      "applied",
      "refused as too old",
      "answer lost",
      "answer lost, again",
      "signs",
      "hears"
    };
    String name = names[kind(input)];
    return kind(input) == BEGIN ? name + ModelClient.FLOWS.get(argument(input)) : name;
  }
}
