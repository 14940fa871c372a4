package dev.evenkeel.parquet.spec;

/**
 * The items of a copy whose attributes are not in a column as they are; they are in {@code item}.
 *
 * @param column its name
 * @param misfits how many had a value of another type, or one that did not fit: the column is null
 * @param rounded of how many the column has the nearest value
 */
public record ColumnTally(String column, long misfits, long rounded) {}
