package dev.evenkeel.benchmarks.canned;

import static java.nio.charset.StandardCharsets.US_ASCII;

import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A table's answers to queries as DynamoDB writes them on the wire. */
final class WireAnswers implements CannedAnswers {
  private final CannedTable table;

  WireAnswers(CannedTable table) {
    this.table = table;
  }

  @Override
  public byte[] answer(byte[] body) {
    QueryRequest request = WireRequest.parse(body);
    CannedPage page = table.query(RequestedRows.of(request));
    StringBuilder text =
        new StringBuilder(256 + page.count() * (64 + table.body(page.partition()).length()));
    text.append("{\"Count\":").append(page.count());
    text.append(",\"ScannedCount\":").append(page.count());
    appendRows(text, page);
    if (page.more()) {
      text.append(",\"LastEvaluatedKey\":{");
      appendKey(text, page, page.count() - 1);
      text.append('}');
    }
    if (request.returnConsumedCapacity() == ReturnConsumedCapacity.TOTAL) {
      text.append(",\"ConsumedCapacity\":{\"TableName\":\"" + CannedTable.NAME + "\"")
          .append(",\"CapacityUnits\":")
          .append(page.units())
          .append('}');
    }
    return text.append('}').toString().getBytes(US_ASCII);
  }

  private void appendRows(StringBuilder text, CannedPage page) {
    text.append(",\"Items\":[");
    for (int i = 0; i < page.count(); i++) {
      text.append(i == 0 ? "{" : ",{");
      appendKey(text, page, i);
      appendMember(text.append(','), CannedTable.BODY, table.body(page.partition()));
      text.append('}');
    }
    text.append(']');
  }

  private void appendKey(StringBuilder text, CannedPage page, int row) {
    appendMember(text, CannedTable.PARTITION_KEY, page.partition());
    appendMember(text.append(','), CannedTable.SORT_KEY, table.id(page.rank(row)));
  }

  /** Canned values need no escapes. */
  private static void appendMember(StringBuilder text, String name, String value) {
    text.append('"').append(name).append("\":{\"S\":\"").append(value).append("\"}");
  }
}
