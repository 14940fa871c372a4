package dev.evenkeel.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetReport.ColumnTally;
import dev.evenkeel.parquet.spec.ParquetReport.State;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ParquetCopyTest {
  private final CopyFixture fixture;

  ParquetCopyTest(LocalS3 local, DynamoDbClient client, S3Client s3) {
    this.fixture = new CopyFixture(local, client, s3);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @Test
  void run_ofAnArchive_isReadByAnotherReader(@TempDir Path folder)
      throws IOException, SQLException {
    fixture.archive(CopyFixture.items(60, 10));

    ParquetReport report = fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);

    assertThat(report.state()).isEqualTo(State.WRITTEN);
    assertThat(report.items()).isEqualTo(60);
    assertThat(report.tallies()).containsExactly(new ColumnTally("hits", 20, 0));
    Path file = folder.resolve("part.parquet");
    Files.write(file, fixture.bytes(fixture.parts().get(0)));
    assertThat(
            query(
                file,
                "SELECT count(*), count(hits), count(DISTINCT device), min(amount)::VARCHAR,"
                    + " epoch_us(min(clicked)) FROM "))
        .containsExactly("60", "40", "60", CopyFixture.DIGITS_38, "1773100800000000");
    assertThat(
            query(
                file,
                "SELECT page, device, tags, octet_length(body), item LIKE"
                    + " '%\"hits\":{\"N\":\"1\"}%' FROM ",
                " WHERE hits = 1"))
        .containsExactly("page-1", "d1", "{\"SS\":[\"a\",\"b1\"]}", "3", "true");
  }

  private static List<String> query(Path file, String select) throws SQLException {
    return query(file, select, "");
  }

  private static List<String> query(Path file, String select, String where) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        var statement = duck.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery(select + "read_parquet('" + file + "')" + where)) {
        List<String> row = new ArrayList<>();
        assertThat(rows.next()).isTrue();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        return row;
      }
    }
  }

  @Tag("deep")
  @Test
  void run_always_listsItsFilesLast() {
    List<String> written = new ArrayList<>();
    fixture.archive(CopyFixture.items(5, 10));

    ParquetReport report =
        fixture.copy(fixture.watched(written::add), CopyFixture.SPEC).run(CopyFixture.DAY);

    assertThat(written).hasSize(3);
    assertThat(written.get(0)).endsWith(".parquet");
    assertThat(written.get(1)).startsWith(CopyFixture.FOLDER).endsWith("/_manifest.json");
    assertThat(written.get(2)).isEqualTo(CopyFixture.LIST);
    assertThat(new String(fixture.bytes(CopyFixture.LIST), UTF_8))
        .isEqualTo("s3://" + fixture.bucket + "/" + written.get(0) + "\n");
    assertThat(report.folder())
        .isEqualTo("s3://" + fixture.bucket + "/" + written.get(1).replace("_manifest.json", ""));
  }

  @Tag("deep")
  @Test
  void run_again_findsItThereAndWritesNothing() {
    List<String> written = new ArrayList<>();
    fixture.archive(CopyFixture.items(5, 10));
    ParquetReport first = fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);
    assertThat(fixture.copy(fixture.s3, CopyFixture.SPEC).plan(CopyFixture.DAY).isThere()).isTrue();

    ParquetReport second =
        fixture.copy(fixture.watched(written::add), CopyFixture.SPEC).run(CopyFixture.DAY);

    assertThat(written).isEmpty();
    assertThat(second.state()).isEqualTo(State.THERE);
    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(second.tallies()).isEqualTo(first.tallies());
  }

  @Tag("deep")
  @Test
  void run_withOtherColumns_makesAnotherCopyAndListsThat() {
    fixture.archive(CopyFixture.items(5, 10));
    ParquetReport first = fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);

    ParquetReport second = fixture.copy(fixture.s3, ParquetSpec.of()).run(CopyFixture.DAY);

    assertThat(second.folder()).isNotEqualTo(first.folder());
    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(new String(fixture.bytes(CopyFixture.LIST), UTF_8)).startsWith(second.folder());
  }

  @Tag("deep")
  @Test
  void run_ofAnEmptyPeriod_hasOneFileWithoutRows(@TempDir Path folder)
      throws IOException, SQLException {
    fixture.archive(List.of());

    ParquetReport report = fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);

    assertThat(report.items()).isZero();
    assertThat(report.files()).isEqualTo(1);
    Path file = folder.resolve("part.parquet");
    Files.write(file, fixture.bytes(fixture.parts().get(0)));
    assertThat(query(file, "SELECT count(*) FROM ")).containsExactly("0");
  }

  @Tag("deep")
  @Test
  void run_ofTheLargestItems_isVerified() {
    fixture.archive(CopyFixture.items(3, 200_000));

    assertThat(fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY).items())
        .isEqualTo(3);
  }

  @Tag("deep")
  @Test
  void run_withoutArchive_isRefused() {
    fixture.archive(List.of());

    assertThatThrownBy(() -> fixture.copy(fixture.s3, CopyFixture.SPEC).run("clicks_2026-03-09"))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("clicks_2026-03-09");
  }

  @Tag("deep")
  @Test
  void athenaDdl_ofADailySeries_projectsItsPeriods() {
    fixture.archive(List.of());

    assertThat(fixture.copy(fixture.s3, CopyFixture.SPEC).athenaDdl())
        .startsWith(
            """
            CREATE EXTERNAL TABLE IF NOT EXISTS `clicks` (
              `page` string,
              `clicked` timestamp,
              `amount` decimal(38,0),
              `hits` bigint,
              `device` string,
              `body` binary,
              `tags` string,
              `item` string)
            PARTITIONED BY (`period` string)
            """)
        .contains("LOCATION 's3://" + fixture.bucket + "/old/parquet/clicks/athena/'")
        .contains("'projection.period.range' = '2026-03-10,NOW'")
        .contains("'projection.period.format' = 'yyyy-MM-dd'")
        .contains("'projection.period.interval.unit' = 'DAYS'");
  }
}
