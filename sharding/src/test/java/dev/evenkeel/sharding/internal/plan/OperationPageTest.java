package dev.evenkeel.sharding.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.plan.counter.CounterOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The operation page of the documentation is printed from the tables that decide. */
class OperationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "sharding-operations.md");
  private static final String ACCEPT = "evenkeel.docs.accept";

  @Test
  void page_asCommitted_saysWhatTheTableSays() throws IOException {
    String page =
        """
        # Operations on sharded tables

        What a sharding client does with each operation when it names a sharded table; a table without a spec passes through with
        the same request object. Printed from the table that decides (`ShardingOperations`); a test compares the two.

        """
            + ShardingOperations.TABLE.toMarkdown()
            + """

            # Operations on tables of counters

            What it does when the table has a `CounterSpec`. Printed from `CounterOperations`.

            """
            + CounterOperations.TABLE.toMarkdown();
    if (Boolean.getBoolean(ACCEPT)) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("run with -D%s=true to write the page anew", ACCEPT)
        .isEqualTo(page);
  }
}
