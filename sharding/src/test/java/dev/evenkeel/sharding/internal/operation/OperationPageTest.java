package dev.evenkeel.sharding.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.counter.CounterOperations;
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

        This page lists what a sharding client does with each operation on a sharded table. Requests on tables without a spec
        pass through with the same request object. The page is printed from the table that decides (`ShardingOperations`); a
        test compares the two.

        """
            + ShardingOperations.TABLE.toMarkdown()
            + """

            ## The partition key in expressions

            Expressions name the logical partition key. They are rewritten where DynamoDB stores another value. A write knows its
            key, so the key's value replaces the attribute. In the filter of a Scan, or of a Query on an index that another
            attribute keys, the rewritten expression lists the stored keys that compare differently. A refused expression fails
            before anything is sent.

            | Expression | Condition or update of a write | Filter of a Scan, or of a Query on another index |
            |---|---|---|
            | `pk = :v`, `pk <> :v`, `pk IN (:v, ...)` | exact | exact; one operand per shard of each value |
            | `pk < :v`, `<=`, `>`, `>=`, `BETWEEN` | exact | exact for S and B with the number as a suffix; refused for N and with the number as a prefix |
            | `begins_with(pk, :v)` | exact | exact; refused where the number is a prefix |
            | `contains(pk, :v)` | exact | exact; refused if the name of a shard may hold an end or a part of the value, as `.1` or `7` |
            | `contains(:v, pk)`, `begins_with(:v, pk)` | exact | exact for a set or list, and `begins_with` as above; a text that contains the key is refused |
            | `attribute_exists`, `attribute_not_exists`, `attribute_type` | exact | exact |
            | `size(pk)` | exact; of a number only compared | refused |
            | `pk` with another attribute, as in `pk = a` | exact | refused |
            | `SET a = pk`, also with `+`, `-` and `if_not_exists(a, pk)` | the logical key | |
            | `if_not_exists(pk, a)` with a path `a` | refused: every item has its key | |

            An expression is refused, too, if it would exceed DynamoDB's limits after the rewriting: 4 KB and 300 operators. A
            listed key takes some 7 bytes, so about 500 keys fit.

            # Operations on tables of counters

            This part lists what a sharding client does with each operation on a table with a `CounterSpec`. It is printed from
            `CounterOperations`.

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
