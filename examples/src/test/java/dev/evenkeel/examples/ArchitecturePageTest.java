package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.examples.visits.VisitedFiles;
import dev.evenkeel.examples.visits.Visits;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The statements of docs/architecture.md on modules and the ways of requests are true. */
@ExtendWith(LocalDynamoDbExtension.class)
class ArchitecturePageTest {
  private static final Pattern FILE = Pattern.compile("\\b([A-Z]\\w+)\\.java\\b");
  private static final Pattern COUNT = Pattern.compile("runs through (\\d+) files");
  private static final Pattern ROOM =
      Pattern.compile("^\\| `(\\w+)` \\|.*\\| ([^|]*?) ?\\|$", Pattern.MULTILINE);
  private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");

  static List<Arguments> ways() {
    return List.of(
        Arguments.of("A PutItem", Visits.ShardedPut.class),
        Arguments.of("A Query", Visits.ShardedQuery.class),
        Arguments.of("A transaction", Visits.ShardedTransaction.class),
        Arguments.of("A large PutItem", Visits.ChunkedPut.class),
        Arguments.of("A run over period tables", Visits.TablesApply.class));
  }

  /** The count shows a file more or less; the message lists all that were visited. */
  @Tag("deep")
  @ParameterizedTest
  @MethodSource("ways")
  void way_ofARequest_runsThroughTheFilesThatThePageNames(
      String heading,
      Class<? extends Function<DynamoDbClient, Runnable>> visit,
      DynamoDbClient client)
      throws IOException {
    String section = section(heading);
    Set<String> visited = VisitedFiles.of(visit, client);

    assertThat(visited.stream().map(ArchitecturePageTest::simpleName))
        .as("files that a call runs through, and those of the page below '%s'", heading)
        .containsAll(all(FILE, section));
    assertThat(all(COUNT, section))
        .as("number of files on the page below '%s'; visited: %s", heading, visited)
        .containsExactly(String.valueOf(visited.size()));
  }

  @Test
  void filesInThePictures_areAsManyAsThePageSays() throws IOException {
    List<String> counts = new ArrayList<>();
    for (Arguments way : ways()) {
      counts.add(String.valueOf(all(FILE, section((String) way.get()[0])).size()));
    }
    assertThat(section("How large it is"))
        .contains(
            "| files in the pictures of these five | | %s |".formatted(String.join(", ", counts)));
  }

  @Test
  void rooms_ofThePage_areTheModulesAndWhatTheyMaySee() throws IOException {
    Map<String, Set<String>> rooms = new TreeMap<>();
    for (MatchResult room : ROOM.matcher(section("Rooms")).results().toList()) {
      rooms.put(
          room.group(1),
          room.group(2).equals("all libraries")
              ? Arrows.libraries(Production.modules())
              : all(QUOTED, room.group(2)));
    }
    assertThat(rooms).isEqualTo(Arrows.of(Production.modules()));
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String section(String heading) throws IOException {
    String page = Files.readString(Production.root().resolve("docs/architecture.md"));
    Pattern section =
        Pattern.compile(
            "^##+ " + Pattern.quote(heading) + "\\n(.*?)(?=^#|\\z)",
            Pattern.DOTALL | Pattern.MULTILINE);
    return section
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no heading '" + heading + "'"));
  }
}
