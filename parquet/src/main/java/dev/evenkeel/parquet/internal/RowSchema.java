package dev.evenkeel.parquet.internal;

import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.PrimitiveBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The columns of a file, in their order: the given ones, then the item.
 *
 * @param columns all but the item
 * @param message the schema in Parquet
 */
record RowSchema(List<ParquetColumn> columns, List<CellReader> readers, MessageType message) {

  static RowSchema of(List<ParquetColumn> columns) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    columns.forEach(column -> message.addField(field(column.name(), column.type())));
    message.addField(
        Types.required(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named(ParquetSpec.ITEM));
    return new RowSchema(
        List.copyOf(columns),
        columns.stream().map(CellReader::new).toList(),
        message.named("evenkeel"));
  }

  private static PrimitiveType field(String name, ColumnType type) {
    return switch (type.kind()) {
      case STRING, NUMBER, JSON ->
          optional(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
      case DECIMAL ->
          optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
              .length(Decimals.length(type.precision()))
              .as(LogicalTypeAnnotation.decimalType(type.scale(), type.precision()))
              .named(name);
      case DOUBLE -> optional(PrimitiveTypeName.DOUBLE).named(name);
      case LONG -> optional(PrimitiveTypeName.INT64).named(name);
      case BOOLEAN -> optional(PrimitiveTypeName.BOOLEAN).named(name);
      case BINARY -> optional(PrimitiveTypeName.BINARY).named(name);
      case TIMESTAMP_ISO, TIMESTAMP_SECONDS, TIMESTAMP_MILLIS ->
          optional(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(name);
    };
  }

  private static PrimitiveBuilder<PrimitiveType> optional(PrimitiveTypeName type) {
    return Types.optional(type);
  }

  /** The cells of an item, in the order of the columns. */
  List<Cell> cells(Map<String, AttributeValue> item) {
    List<Cell> cells = new ArrayList<>(readers.size());
    readers.forEach(reader -> cells.add(reader.read(item)));
    return cells;
  }

  /** The index of the item's column. */
  int itemIndex() {
    return columns.size();
  }
}
