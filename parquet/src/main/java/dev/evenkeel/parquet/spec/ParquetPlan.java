package dev.evenkeel.parquet.spec;

/**
 * What a copy would take.
 *
 * @param tableName the period table whose archive it is
 * @param isThere whether there is a whole copy, so that nothing would be written
 * @param items how many
 * @param archiveBytes how many bytes of the archive are read, compressed; the copy has about as
 *     many
 * @param reads about how many GetObjects, of the archive and of the copy
 * @param writes about how many PutObjects
 * @param folder where it is or would be, as {@code s3://bucket/key/}
 */
public record ParquetPlan(
    String tableName,
    boolean isThere,
    long items,
    long archiveBytes,
    long reads,
    long writes,
    String folder) {}
