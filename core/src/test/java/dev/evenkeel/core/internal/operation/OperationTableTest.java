package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

class OperationTableTest {
  private final OperationTable table =
      OperationTable.builder()
          .rewrite("the key is made physical", Operation.GET_ITEM)
          .fanOut("all shards are merged", Operation.QUERY)
          .refuse("keys cannot be found in a text", "Use PutItem", Operation.EXECUTE_STATEMENT)
          .passThrough(
              "names no item",
              others(Operation.GET_ITEM, Operation.QUERY, Operation.EXECUTE_STATEMENT))
          .build();

  @Test
  void disposition_operationOrRequest_isAsDecided() {
    assertThat(table.disposition(Operation.QUERY)).isEqualTo(Disposition.FAN_OUT);
    assertThat(table.disposition(Operation.EXECUTE_STATEMENT)).isEqualTo(Disposition.REFUSE);
    assertThat(table.disposition(Operation.SCAN)).isEqualTo(Disposition.PASS_THROUGH);
    assertThat(table.disposition(GetItemRequest.builder().build())).isEqualTo(Disposition.REWRITE);
  }

  @Test
  void refusal_refusedOperation_saysWhyAndWhatToDo() {
    assertThat(table.refusal(Operation.EXECUTE_STATEMENT, "orders"))
        .hasMessage(
            "ExecuteStatement on 'orders' refused: keys cannot be found in a text. Use PutItem.");
  }

  @Test
  void refusal_honouredOperation_isABug() {
    assertThatThrownBy(() -> table.refusal(Operation.QUERY, "orders"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Query is not refused but FAN_OUT");
  }

  @Test
  void build_operationsMissingOrTwice_namesThemAll() {
    OperationTable.Builder builder =
        OperationTable.builder()
            .passThrough("a", others(Operation.SCAN, Operation.TAG_RESOURCE))
            .rewrite("b", Operation.QUERY);
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The operation table must decide each operation once."
                + " Undecided: [Scan, TagResource]. Decided twice: [Query].");
  }

  @Test
  void toMarkdown_always_hasOneRowPerOperation() {
    assertThat(table.toMarkdown().lines())
        .hasSize(Operation.values().length + 2)
        .startsWith("| Operation | Disposition | Reason |", "|---|---|---|")
        .contains(
            "| ExecuteStatement | REFUSE | keys cannot be found in a text. Use PutItem. |",
            "| GetItem | REWRITE | the key is made physical |",
            "| ListTables | PASS_THROUGH | names no item |",
            "| Query | FAN_OUT | all shards are merged |");
  }

  private static Operation[] others(Operation... decided) {
    return Stream.of(Operation.values())
        .filter(operation -> !Stream.of(decided).toList().contains(operation))
        .toArray(Operation[]::new);
  }
}
