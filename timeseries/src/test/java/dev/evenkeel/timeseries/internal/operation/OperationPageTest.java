package dev.evenkeel.timeseries.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The operation page of the documentation is printed from the table that decides. */
class OperationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "timeseries-requests.md");
  private static final String ACCEPT = "evenkeel.docs.accept";

  @Test
  void page_asCommitted_saysWhatTheTableSays() throws IOException {
    String page =
        """
        # Operations on time series

        This page lists what a time series client does with each operation on the logical table of a series. Requests on other
        tables, period tables included, pass through with the same request object. The page is printed from the table that
        decides (`SeriesOperations`); a test compares the two.

        """
            + SeriesOperations.ALL.table().toMarkdown();
    if (Boolean.getBoolean(ACCEPT)) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("run with -D%s=true to write the page anew", ACCEPT)
        .isEqualTo(page);
  }
}
