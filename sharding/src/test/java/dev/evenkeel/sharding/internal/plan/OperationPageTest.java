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

            ## The partition key in expressions

            Expressions name the logical partition key. Where another value is stored, they are rewritten: in a write, which knows its
            key, that value stands in for the attribute; in the filter of a Scan, or of a Query on an index that another attribute keys,
            the stored keys that decide otherwise are listed. What is refused is refused before anything is sent.

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

            An expression that would pass DynamoDB's limits once it is rewritten (4 KB, 300 operators, with some 7 bytes for each stored
            key that is listed: about 500 of them) is refused too.

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
