package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.operation.SdkRange;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Versions that pages name are those that the build uses: readers copy them. */
class StatedVersionsTest {
  private static String read(String file) throws IOException {
    return Files.readString(Production.root().resolve(file));
  }

  private static String built(String element) throws IOException {
    Matcher found =
        Pattern.compile("<%1$s>(.+?)</%1$s>".formatted(element)).matcher(read("pom.xml"));
    assertThat(found.find()).as(element).isTrue();
    return found.group(1);
  }

  /** All that the page says at such places, of which there must be one at least. */
  private static void assertStated(String page, String place, String version) throws IOException {
    assertThat(Pattern.compile(place).matcher(read(page)).results().map(found -> found.group(1)))
        .as("%s: %s", page, place)
        .isNotEmpty()
        .containsOnly(version);
  }

  @Test
  void versions_ofDependencies_areThoseOfTheBuild() throws IOException {
    String evenkeel = built("version");
    String sdk = built("awssdk.version");
    String artifact = "<artifactId>%s</artifactId>\\s*<version>(.+?)</version>";
    assertStated("docs/start.md", artifact.formatted("evenkeel-bom"), evenkeel);
    assertStated("docs/start.md", "dev\\.evenkeel:evenkeel-bom:([^\"]+)", evenkeel);
    assertStated("docs/start.md", artifact.formatted("bom"), sdk);
    assertStated("docs/start.md", "software\\.amazon\\.awssdk:bom:([^\"]+)", sdk);
    assertStated("docs/guides/chat-memory.md", "langchain4j` (\\d[\\d.]*\\d)", chats());
    assertStated("docs/start.md", "<!-- (\\S+) or newer -->", SdkRange.OLDEST);
    assertStated("docs/start.md", "io\\.netty:netty-bom` \\((.+?)\\)", built("netty.version"));
    assertStated("docs/metrics.md", "tested with\\s+(\\d[\\d.]*\\d),", built("micrometer.version"));
    assertStated("docs/spark.md", "with Spark (\\d[\\d.]*\\d),", built("spark.version"));
  }

  private static String chats() throws IOException {
    Matcher found =
        Pattern.compile("<artifactId>langchain4j</artifactId>\\s*<version>(.+?)<")
            .matcher(read("examples/consumer/pom.xml"));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  /** The projects of users, which CI builds, declare what the page says. */
  @Test
  void versions_ofTheConsumer_areThoseOfTheBuild() throws IOException {
    assertStated(
        "examples/consumer/pom.xml",
        "<evenkeel.version>(.+?)</evenkeel.version>",
        built("version"));
    assertStated(
        "examples/consumer/pom.xml",
        "<awssdk.version>(.+?)</awssdk.version>",
        built("awssdk.version"));
  }
}
