package dev.evenkeel.caching.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The operation page of the documentation is printed from the table that decides. */
class OperationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "caching-operations.md");
  private static final String ACCEPT = "evenkeel.docs.accept";

  @Test
  void page_asCommitted_saysWhatTheTableSays() throws IOException {
    String page =
        """
        # Operations on tables of which items are cached

        This page lists what a caching client does with each operation on a table with a `CachingSpec`. Requests on other
        tables pass through with the same request object. The page is printed from the table that decides
        (`CachingOperations`); a test compares the two.

        """
            + CachingOperations.TABLE.toMarkdown();
    if (Boolean.getBoolean(ACCEPT)) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
        .as("run with -D%s=true to write the page anew", ACCEPT)
        .isEqualTo(page);
  }
}
