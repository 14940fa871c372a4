package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.spec.UnsummableCounterException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes one logical item of a counter's rows: its key and its sums, as far as rows have them. Other
 * attributes of a row were written past this library and may differ between rows: they are left
 * out.
 *
 * <p>Arithmetic is exact. The rows in themselves have at most 38 digits each; their sum may have
 * more, and then there is none.
 */
public record CounterSum(CounterTable table) {

  /**
   * The item.
   *
   * @param rows all rows of one counter that exist, one at least, whole or equally projected
   * @throws UnsummableCounterException if DynamoDB could not hold a sum
   */
  public Map<String, AttributeValue> of(List<Map<String, AttributeValue>> rows) {
    Map<String, AttributeValue> item = new HashMap<>(table.view().item(rows.get(0)));
    item.keySet().retainAll(table.key().attributes());
    for (String attribute : table.spec().summed()) {
      AttributeValue sum = sum(attribute, rows);
      if (sum != null) {
        item.put(attribute, sum);
      }
    }
    return item;
  }

  private @Nullable AttributeValue sum(String attribute, List<Map<String, AttributeValue>> rows) {
    BigDecimal sum = null;
    for (Map<String, AttributeValue> row : rows) {
      AttributeValue part = row.get(attribute);
      if (part != null) {
        BigDecimal number = number(attribute, part);
        sum = sum == null ? number : sum.add(number);
      }
    }
    return sum == null ? null : AttributeValue.fromN(canonical(attribute, sum));
  }

  private BigDecimal number(String attribute, AttributeValue part) {
    if (part.n() == null) {
      throw new UnsummableCounterException(
          table.tableName(), attribute, "a row holds a value of type " + part.type(), null);
    }
    return new BigDecimal(part.n());
  }

  private String canonical(String attribute, BigDecimal sum) {
    try {
      return CanonicalNumber.of(sum.toString());
    } catch (InvalidNumberException e) {
      throw new UnsummableCounterException(
          table.tableName(),
          attribute,
          "it would have more than %d significant digits or lie outside DynamoDB's range"
              .formatted(CanonicalNumber.DIGITS_MAX),
          e);
    }
  }
}
