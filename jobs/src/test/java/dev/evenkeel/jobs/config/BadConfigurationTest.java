package dev.evenkeel.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All kinds of invalid configuration with their whole messages, in {@code bad-configurations.txt}:
 * after {@code ===} the title, then the file, then after {@code >>>} the message.
 */
class BadConfigurationTest {
  private static final String SEPARATOR = ">>>\n";

  static Stream<Arguments> cases() throws IOException {
    try (InputStream resource =
        BadConfigurationTest.class.getResourceAsStream(
            "/dev/evenkeel/jobs/bad-configurations.txt")) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return Pattern.compile("(?m)^=== ")
          .splitAsStream(text)
          .filter(part -> !part.isBlank())
          .map(BadConfigurationTest::parsed);
    }
  }

  private static Arguments parsed(String part) {
    int file = part.indexOf('\n') + 1;
    int message = part.indexOf(SEPARATOR);
    return Arguments.of(
        part.substring(0, file).strip(),
        part.substring(file, message),
        part.substring(message + SEPARATOR.length()).strip());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void parse_ofWhatIsWrong_saysWhereWhatAndWhatToDo(String name, String file, String message) {
    ConfigurationException refused =
        catchThrowableOfType(
            ConfigurationException.class, () -> ConfigurationReader.parse("c.yaml", file));

    assertThat(refused).as(name).isNotNull();
    assertThat(refused.getMessage()).isEqualTo(message);
  }
}
