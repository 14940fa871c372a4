package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeValues;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.examples.Snippets.Snippet;
import dev.evenkeel.redis.RedisTier;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spark.SparkPass;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.upload.DistributedUpload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code in the docs, and in the Javadoc of entry points, is code of the tests. */
class SnippetsTest {
  private static final List<Class<?>> ENTRY_POINTS =
      List.of(
          ShardingDynamoDbClient.class,
          ShardingDynamoDbAsyncClient.class,
          Resharder.class,
          LayoutEditor.class,
          ShardingSpec.class,
          CounterSpec.class,
          ChunkingDynamoDbClient.class,
          ChunkingDynamoDbAsyncClient.class,
          LargeValues.class,
          ChunkingSpec.class,
          TimeSeriesDynamoDbClient.class,
          TimeSeriesDynamoDbAsyncClient.class,
          TimeSeriesSpec.class,
          CachingDynamoDbClient.class,
          CachingDynamoDbAsyncClient.class,
          ItemCache.class,
          CachingSpec.class,
          RedisTier.class,
          DistributedUpload.class,
          SparkPass.class);

  @Test
  void snippets_ofAllPages_areRegionsOfTheirFiles() throws IOException {
    Snippets snippets = new Snippets(Production.root());
    List<Snippet> found = new ArrayList<>();
    for (Path page : pages()) {
      found.addAll(snippets.of(page));
    }
    for (Class<?> entryPoint : ENTRY_POINTS) {
      List<Snippet> shown = snippets.of(source(entryPoint));
      assertThat(shown).as(entryPoint.getName()).isNotEmpty();
      found.addAll(shown);
    }
    assertThat(found)
        .isNotEmpty()
        .allSatisfy(
            snippet ->
                assertThat(snippet.shown())
                    .as(snippet.name())
                    .isNotEmpty()
                    .isEqualTo(snippet.source()));
  }

  @Test
  void blocks_ofReadmeAndGuides_areAllSnippets() throws IOException {
    Snippets snippets = new Snippets(Production.root());
    for (Path page : pages()) {
      if (page.endsWith("README.md") || page.getParent().endsWith("docs/guides")) {
        assertThat(snippets.unproven(page)).as(page.toString()).isEmpty();
      }
    }
  }

  /** Modules are called as the package behind {@code dev.evenkeel}. */
  private static Path source(Class<?> type) {
    String module = type.getPackageName().split("\\.", -1)[2];
    return Production.root()
        .resolve(module)
        .resolve("src/main/java")
        .resolve(type.getName().replace('.', '/') + ".java");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Production.root().resolve("docs"))) {
      return Stream.concat(Stream.of(Production.root().resolve("README.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .toList();
    }
  }

  @Test
  void snippets_ofASmallPage_areReadWithWhatIsWrong(@TempDir Path root) throws IOException {
    Files.writeString(
        root.resolve("A.java"),
        "class A {\n  // [docs:same]\n  int a;\n\n  int b;\n  // [docs]\n  int c;\n}\n");
    Path page = root.resolve("page.md");
    Files.writeString(
        page,
        block("A.java#same", "int a;\n\nint b;\n")
            + block("A.java#gone", "int a;\n")
            + block("A.java", "class A {\n")
            + "```java\nint unproven;\n```\n\n"
            + block("B.java#same", "int a;\n")
            + "<!-- snippet: A.java#same -->\nno block\n");

    assertThat(new Snippets(root).of(page))
        .containsExactly(
            new Snippet("A.java#same", "int a;\n\nint b;\n", "int a;\n\nint b;\n"),
            new Snippet("A.java#gone", "int a;\n", ""),
            new Snippet("A.java", "class A {\n", "class A {\n  int a;\n\n  int b;\n  int c;\n}\n"),
            new Snippet("B.java#same", "int a;\n", ""),
            new Snippet("A.java#same", "", "int a;\n\nint b;\n"));
    assertThat(new Snippets(root).unproven(page)).containsExactly("int unproven;");
  }

  private static String block(String name, String code) {
    return "<!-- snippet: " + name + " -->\n```java\n" + code + "```\n\n";
  }
}
