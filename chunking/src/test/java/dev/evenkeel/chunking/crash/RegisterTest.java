package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The violations that {@link RaceTest} would detect. */
class RegisterTest {
  private final Register register = new Register();

  private void write(String value) {
    register.wrote(value, register.begin());
  }

  private void read(String value) {
    register.read(value, register.begin());
  }

  @Test
  void wrong_readsInOrder_isNothing() {
    write("a");
    read("a");
    long both = register.begin();
    long read = register.begin();
    register.wrote("b", both);
    register.read("a", read);
    read("b");

    assertThat(register.wrong()).isEmpty();
  }

  @Test
  void wrong_readOfWhatWasOverwritten_isFound() {
    write("a");
    write("b");
    read("a");

    assertThat(register.wrong()).hasSize(1);
  }

  @Test
  void wrong_readOfWhatNobodyWrote_isFound() {
    write("a");
    read("c");

    assertThat(register.wrong()).hasSize(1);
  }

  @Test
  void wrong_readOfWhatIsWrittenLater_isFound() {
    read("a");
    write("a");

    assertThat(register.wrong()).hasSize(1);
  }

  @Test
  void wrong_secondReadOlderThanTheFirst_isFound() {
    write("a");
    long open = register.begin();
    register.read("b", register.begin());
    read("a");
    register.wrote("b", open);

    assertThat(register.wrong()).hasSize(1);
  }
}
