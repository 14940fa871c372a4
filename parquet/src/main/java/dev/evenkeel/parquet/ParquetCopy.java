package dev.evenkeel.parquet;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.parquet.internal.AthenaTable;
import dev.evenkeel.parquet.internal.CopyFailures;
import dev.evenkeel.parquet.internal.CopyPlace;
import dev.evenkeel.parquet.internal.CopyRun;
import dev.evenkeel.parquet.internal.CopyRun.Found;
import dev.evenkeel.parquet.internal.CopyStore;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetPlan;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.ArchiveReader;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Copies archived periods of a series to Apache Parquet, for analysis. The archive stays the
 * record: restores read it and never the copy, and a copy can be deleted and made again.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#parquet -->
 *
 * <pre>{@code
 * ParquetSpec columns =
 *     ParquetSpec.of(
 *         new ParquetColumn("clicked", "at", ColumnType.TIMESTAMP_ISO),
 *         ParquetColumn.of("amount", ColumnType.decimal(38, 9)));
 * ParquetCopy copies = ParquetCopy.of(clicks, columns, "evenkeel-control", client, s3);
 * copies.run("clicks_2026-11-20"); // an archive of clicks
 * System.out.println(copies.athenaDdl());
 * }</pre>
 *
 * <ul>
 *   <li><b>Of the archive.</b> The table is not read, and need not be there any more.
 *   <li><b>Nothing is lost.</b> The column {@code item} has each whole item as DynamoDB JSON. A
 *       value that its declared column cannot hold is null there, and counted.
 *   <li><b>Verified.</b> All files are read back: the digest of the items is that of the archive,
 *       and each column has what its item says.
 *   <li><b>Whole or not there.</b> The manifest and then the list that Athena goes by are written
 *       last. A run that was broken off leaves files that neither names; the next run takes them up
 *       or deletes them.
 *   <li><b>Repeatable.</b> A copy that is there is not made again. Other columns, or another
 *       archive of the period, make another copy, and the list goes over to it.
 * </ul>
 *
 * <p>Costs a GetObject for each MiB of the archive and for each part of the copy, a PutObject for
 * each file and two more, and listings; of DynamoDB a read of the control table. In memory is one
 * file, compressed, twice while it is ended, and a page of each column. Files are compressed with
 * Zstandard.
 *
 * <p>Two runs at once on one archive make the same files, and one may fail: run it again. The
 * clients are used, and never closed. Safe for use by several threads.
 */
public final class ParquetCopy {
  private static final long PIECE_BYTES = 1024 * 1024;

  /** Texts of items are about ten times as long as what is compressed of them. */
  private static final long TEXT_TO_COMPRESSED = 10;

  private final TimeSeriesSpec series;
  private final List<ParquetColumn> columns;
  private final int fileBytes;
  private final ArchiveReader archives;
  private final CopyStore store;

  private ParquetCopy(
      TimeSeriesSpec series,
      List<ParquetColumn> columns,
      int fileBytes,
      ArchiveReader archives,
      CopyStore store) {
    this.series = series;
    this.columns = columns;
    this.fileBytes = fileBytes;
    this.archives = archives;
    this.store = store;
  }

  /**
   * Copies of a series; nothing is sent yet.
   *
   * @param spec what they hold
   * @param controlTable of the lifecycle, which has the catalogue of archives
   * @throws IllegalArgumentException if the series is not archived, or a column has the name of
   *     another
   */
  public static ParquetCopy of(
      TimeSeriesSpec series,
      ParquetSpec spec,
      String controlTable,
      DynamoDbClient client,
      S3Client s3) {
    ArchiveReader archives = ArchiveReader.of(series, controlTable, client, s3);
    BucketSpec bucket = requireNonNull(series.archive()).bucket();
    return new ParquetCopy(
        series,
        spec.columns(series.key()),
        spec.fileBytes(),
        archives,
        new CopyStore(bucket, client, s3));
  }

  /** The archives that there are, in the order of time. */
  public List<ArchivedTable> archives() {
    return archives.archives();
  }

  /**
   * What a copy would take. Writes nothing. What is in the files of the archive only a copy reads.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if there is no archive of the table, or no
   *     copy, and none can be made as the archive is in another place than the spec says, or is
   *     marked as given up
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException if there is no copy, and its
   *     manifests or files are not as they were verified
   */
  public ParquetPlan plan(String tableName) {
    ArchivedTable archive = archive(tableName);
    CopyPlace place = place(archive);
    Found found = run(archive, place).found();
    boolean isWhole = found != Found.NOTHING;
    if (!isWhole) {
      archives.requireReadable(archive);
    }
    long files = archive.bytes() * TEXT_TO_COMPRESSED / fileBytes + 1;
    long pieces = archive.bytes() / PIECE_BYTES + 1;
    return new ParquetPlan(
        tableName,
        found == Found.THERE,
        archive.items(),
        archive.bytes(),
        isWhole ? 0 : pieces + files,
        isWhole ? (found == Found.THERE ? 0 : 1) : files + 2,
        store.folderUrl(place.folder()));
  }

  /**
   * Makes the copy of the archive of a period table, unless it is there.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if there is no archive of the table
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException if the archive is not what was
   *     verified
   * @throws dev.evenkeel.core.DecoratorException if what was written cannot be read back the same
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if S3 fails: run it again. Files of a
   *     Glacier class have to be restored first
   */
  public ParquetReport run(String tableName) {
    ArchivedTable archive = archive(tableName);
    return run(archive, place(archive)).run(fileBytes);
  }

  /**
   * The statement that makes one table of all copies, now and to come, in Amazon Athena. Its
   * partitions begin with the first archived period; without an archive with the period of now.
   */
  public String athenaDdl() {
    List<ArchivedTable> all = archives();
    TimeSpan first =
        all.isEmpty() ? series.period().containing(Instant.now()) : all.get(0).period();
    return AthenaTable.ddl(store, series.tableName(), series.period(), first, columns);
  }

  private ArchivedTable archive(String tableName) {
    ArchivedTable archive = archives.find(tableName);
    if (archive == null) {
      throw CopyFailures.noArchive(tableName);
    }
    return archive;
  }

  private CopyPlace place(ArchivedTable archive) {
    return CopyPlace.of(series.tableName(), series.period(), archive, columns);
  }

  private CopyRun run(ArchivedTable archive, CopyPlace place) {
    return new CopyRun(archives, store, archive, place, columns);
  }
}
