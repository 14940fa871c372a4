package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide to planning shows what its code prints. */
class PlanningGuideTest {
  private static final Path ROOT = Production.root();

  private static List<String> blocks(String language) throws IOException {
    Pattern block = Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL);
    String guide = Files.readString(ROOT.resolve("docs/planning.md"));
    return block.matcher(guide).results().map(found -> found.group(1)).toList();
  }

  @Test
  void guide_everyOutput_isWhatTheExamplePrints() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Planning.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String shown = String.join("\n", blocks("text"));

    assertThat(shown.lines().toList())
        .isEqualTo(bytes.toString(StandardCharsets.UTF_8).lines().toList());
  }

  /** The shard count on the first page is the planner's. */
  @Test
  void readme_takesTheCountOfThePlanner() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    int shards = ShardCountPlanner.create().plan(KeyLoad.writing(16_000, 900)).shards();

    assertThat(readme)
        .contains(
            "up to 16,000 writes a second",
            "evenkeel capacity shards --writes-per-second 16000 --item-bytes 900",
            ".shards(" + shards + ")",
            "<- one in " + shards,
            "2015-05-17." + (shards - 1) + " ");
  }
}
