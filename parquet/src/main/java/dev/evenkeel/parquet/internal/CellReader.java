package dev.evenkeel.parquet.internal;

import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetColumn.Step;
import dev.evenkeel.timeseries.ItemJson;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Takes the value of one column out of items. */
final class CellReader {
  private static final String WRAPPED = "{\"v\":";
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private final List<Step> steps;
  private final ColumnType type;

  CellReader(ParquetColumn column) {
    this.steps = column.steps();
    this.type = column.type();
  }

  Cell read(Map<String, AttributeValue> item) {
    AttributeValue value = at(item);
    return value == null || Boolean.TRUE.equals(value.nul()) ? Cell.ABSENT : cell(value);
  }

  private @Nullable AttributeValue at(Map<String, AttributeValue> item) {
    AttributeValue value = AttributeValue.fromM(item);
    for (Step step : steps) {
      if (value == null) {
        return null;
      }
      if (step instanceof Step.Name name) {
        value = value.hasM() ? value.m().get(name.name()) : null;
      } else if (step instanceof Step.Index at) {
        boolean isThere = value.hasL() && at.index() < value.l().size();
        value = isThere ? value.l().get(at.index()) : null;
      }
    }
    return value;
  }

  private Cell cell(AttributeValue value) {
    return switch (type.kind()) {
      case STRING -> orMisfit(value.s());
      case NUMBER -> orMisfit(value.n());
      case BOOLEAN -> orMisfit(value.bool());
      case BINARY -> value.b() == null ? Cell.MISFIT : Cell.held(value.b().asByteArray());
      case JSON -> Cell.held(json(value));
      case TIMESTAMP_ISO -> value.s() == null ? Cell.MISFIT : IsoTimes.micros(value.s());
      case DECIMAL, DOUBLE, LONG, TIMESTAMP_SECONDS, TIMESTAMP_MILLIS ->
          value.n() == null ? Cell.MISFIT : number(new BigDecimal(value.n()));
    };
  }

  private static Cell orMisfit(@Nullable Object value) {
    return value == null ? Cell.MISFIT : Cell.held(value);
  }

  private static String json(AttributeValue value) {
    String item = ItemJson.of(Map.of("v", value));
    return item.substring(WRAPPED.length(), item.length() - 1);
  }

  private Cell number(BigDecimal number) {
    return switch (type.kind()) {
      case DECIMAL -> decimal(number);
      case DOUBLE -> nearest(number);
      case TIMESTAMP_SECONDS -> micros(number.movePointRight(6));
      case TIMESTAMP_MILLIS -> micros(number.movePointRight(3));
      default -> whole(number);
    };
  }

  /** Digits are never cut off: a number that the column cannot hold exactly does not fit. */
  private Cell decimal(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    boolean isExact =
        stripped.scale() <= type.scale()
            && stripped.precision() - stripped.scale() <= type.precision() - type.scale();
    if (!isExact && number.signum() != 0) {
      return Cell.MISFIT;
    }
    BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
    return Cell.held(Decimals.bytes(scaled.unscaledValue(), type.precision()));
  }

  private static Cell nearest(BigDecimal number) {
    double nearest = number.doubleValue();
    return BigDecimal.valueOf(nearest).compareTo(number) == 0
        ? Cell.held(nearest)
        : Cell.rounded(nearest);
  }

  private static Cell whole(BigDecimal number) {
    boolean fits =
        number.compareTo(LONG_MIN) >= 0
            && number.compareTo(LONG_MAX) <= 0
            && number.stripTrailingZeros().scale() <= 0;
    return fits ? Cell.held(number.longValueExact()) : Cell.MISFIT;
  }

  private static Cell micros(BigDecimal micros) {
    if (micros.compareTo(LONG_MIN) < 0 || micros.compareTo(LONG_MAX) > 0) {
      return Cell.MISFIT;
    }
    BigDecimal floor = micros.setScale(0, RoundingMode.FLOOR);
    long value = floor.longValueExact();
    return floor.compareTo(micros) == 0 ? Cell.held(value) : Cell.rounded(value);
  }
}
