package dev.evenkeel.parquet.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the copies of a series in Parquet hold: the attributes of the key, the declared columns, and
 * the column {@code item} with the whole item as DynamoDB JSON. Immutable.
 *
 * @param columns the declared columns
 * @param fileBytes a file is closed when the texts of its items have so many bytes: compressed it
 *     is a tenth of that, more or less
 */
public record ParquetSpec(List<ParquetColumn> columns, int fileBytes) {
  /** The column of whole items. */
  public static final String ITEM = "item";

  /** The column by which the copies of a series are partitioned. */
  public static final String PERIOD = "period";

  /** When a file is closed, by default. */
  public static final int FILE_BYTES_DEFAULT = 128 * 1024 * 1024;

  private static final int FILE_BYTES_MIN = 64 * 1024;
  private static final int FILE_BYTES_MAX = 1024 * 1024 * 1024;
  private static final int COLUMNS_MAX = 500;
  private static final int NAME_LENGTH_MAX = 128;

  /**
   * Checks the columns.
   *
   * @throws IllegalArgumentException if two have one name, one has a name that is taken, or the
   *     bytes are out of range
   */
  public ParquetSpec {
    columns = List.copyOf(columns);
    if (fileBytes < FILE_BYTES_MIN || fileBytes > FILE_BYTES_MAX) {
      throw new IllegalArgumentException(
          "fileBytes must be %d to %d but is %d"
              .formatted(FILE_BYTES_MIN, FILE_BYTES_MAX, fileBytes));
    }
    if (columns.size() > COLUMNS_MAX) {
      throw new IllegalArgumentException(
          "there are at most %d columns but these are %d".formatted(COLUMNS_MAX, columns.size()));
    }
    Set<String> names = new HashSet<>();
    for (ParquetColumn column : columns) {
      if (column.name().equals(ITEM) || column.name().equals(PERIOD)) {
        throw new IllegalArgumentException(
            "column '%s' has the name of one that each copy has. Choose another name, and say the attribute as 'path'"
                .formatted(column.name()));
      }
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "two columns have the name '%s'. Rename one".formatted(column.name()));
      }
    }
  }

  /** Files of the default size. */
  public static ParquetSpec of(ParquetColumn... columns) {
    return new ParquetSpec(List.of(columns), FILE_BYTES_DEFAULT);
  }

  /** The same with files of another size. */
  public ParquetSpec inFilesOf(int bytes) {
    return new ParquetSpec(columns, bytes);
  }

  /**
   * All columns but {@code item}: those of the key first, unless a declared column has their
   * attribute.
   *
   * @throws IllegalArgumentException if a declared column has the name that an attribute of the key
   *     needs
   */
  public List<ParquetColumn> columns(KeySchema key) {
    List<ParquetColumn> all = new ArrayList<>();
    for (String attribute : key.attributes()) {
      ParquetColumn own = keyColumn(key, attribute);
      if (columns.stream().noneMatch(column -> column.steps().equals(own.steps()))) {
        all.add(own);
      }
    }
    all.addAll(columns);
    Set<String> names = new HashSet<>(Set.of(ITEM, PERIOD));
    for (ParquetColumn column : all) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "attributes of the key and columns come to one name, '%s'. Declare a column for the attribute of the key, with its 'path' and another name"
                .formatted(column.name()));
      }
    }
    return all;
  }

  private static ParquetColumn keyColumn(KeySchema key, String attribute) {
    String name = attribute.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    name = name.matches("[a-z].*") ? name : "k" + name;
    name = name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
    return new ParquetColumn(name, "`" + attribute + "`", keyType(key, attribute));
  }

  private static ColumnType keyType(KeySchema key, String attribute) {
    List<KeyAttribute> attributes = new ArrayList<>(key.partition());
    attributes.addAll(key.sort());
    for (KeyAttribute one : attributes) {
      if (one.name().equals(attribute)) {
        return switch (one.type()) {
          case N -> ColumnType.NUMBER;
          case B -> ColumnType.BINARY;
          default -> ColumnType.STRING;
        };
      }
    }
    throw new IllegalArgumentException("'%s' is not of the key".formatted(attribute));
  }
}
