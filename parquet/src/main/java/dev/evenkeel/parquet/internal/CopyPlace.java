package dev.evenkeel.parquet.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Where the objects of a copy are, below the prefix of the archives.
 *
 * <pre>
 * parquet/clicks/athena/period=2026-11-20/symlink.txt
 *                data/period=2026-11-20/01693685827463-2d8752fd-5f0c1b2a/_manifest.json
 *                                                                        part-00000-9f86d081884c7d65.parquet
 * </pre>
 *
 * <p>Another archive, and other columns, have another folder. The list {@code symlink.txt} names
 * the files of one folder, and is what Athena goes by.
 *
 * @param series the logical table
 * @param period the value of the partition
 * @param copy the archive's id, and eight digits of the hash of the columns
 */
public record CopyPlace(String series, String period, String copy) {
  private static final String FORMAT = "1";
  private static final int HASH_DIGITS = 8;

  /** Where the copy of an archive is. */
  public static CopyPlace of(
      String series, Period period, ArchivedTable archive, List<ParquetColumn> columns) {
    StringBuilder text = new StringBuilder(FORMAT);
    columns.forEach(
        column ->
            text.append('\n')
                .append(column.name())
                .append('\n')
                .append(column.path())
                .append('\n')
                .append(column.type().text()));
    String hash = Sha256.hex(text.toString().getBytes(UTF_8)).substring(0, HASH_DIGITS);
    return new CopyPlace(
        series, partition(period, archive.period()), archive.exportId() + "-" + hash);
  }

  /** The partition of a period: when it begins, to its day, month or hour. */
  static String partition(Period period, TimeSpan span) {
    return DateTimeFormatter.ofPattern(pattern(period))
        .withZone(ZoneOffset.UTC)
        .format(span.start());
  }

  /** The pattern of partitions. */
  static String pattern(Period period) {
    return switch (period) {
      case HOUR, SIX_HOURS, TWELVE_HOURS -> "yyyy-MM-dd-HH";
      case DAY, WEEK -> "yyyy-MM-dd";
      case MONTH -> "yyyy-MM";
    };
  }

  private static String root(String series) {
    return "parquet/" + series + "/";
  }

  /** The folder of all lists, which is the location of Athena's table. */
  static String lists(String series) {
    return root(series) + "athena/";
  }

  /** The folder of the files. */
  public String folder() {
    return root(series) + "data/period=" + period + "/" + copy + "/";
  }

  /** The key of the manifest, which is written when all files were verified. */
  public String manifestKey() {
    return folder() + "_manifest.json";
  }

  /** The key of the list of the files, which is written last. */
  public String listKey() {
    return lists(series) + "period=" + period + "/symlink.txt";
  }

  /** The key of a file whose bytes have this SHA-256, in hex. */
  String fileKey(int number, String sha256) {
    return folder() + "part-%05d-%s.parquet".formatted(number, sha256.substring(0, 16));
  }
}
