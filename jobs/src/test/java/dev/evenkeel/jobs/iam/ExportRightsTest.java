package dev.evenkeel.jobs.iam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.config.ConfigurationReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rights for exports are granted only to configurations that ask for them. */
class ExportRightsTest {
  private static final Account ACCOUNT = new Account("aws", "eu-central-1", "123456789012");
  private static final String TABLE =
      "arn:aws:dynamodb:eu-central-1:123456789012:table/hits_????-??-??";

  private static List<Statement> statements(String archive) {
    String yaml =
        """
        controlTable: control
        tables:
          - tableName: hits
            time: {attribute: at}
            period: day
            since: 2026-11-01
            template:
              partitionKey: {name: id}
              sortKey: {name: at}
            archive: {bucket: {bucket: hit-archives, prefix: old}%s}
        """;
    return Policy.of(ConfigurationReader.parse("c.yaml", yaml.formatted(archive)), ACCOUNT)
        .statements();
  }

  /** But those on the control table. */
  private static List<String> actions(String archive) {
    return statements(archive).stream()
        .filter(right -> !right.sid().equals("ControlTable"))
        .flatMap(right -> right.actions().stream())
        .toList();
  }

  @Test
  void statements_export_mayExportAndNotScan() {
    List<Statement> statements = statements(", method: EXPORT");

    assertThat(statements)
        .contains(
            Statement.of("Exports", List.of("dynamodb:ExportTableToPointInTime"), List.of(TABLE)),
            Statement.of(
                "ExportsUnderWay",
                List.of("dynamodb:DescribeExport"),
                List.of(TABLE + "/export/*")),
            Statement.of(
                "ExportedFiles",
                List.of("s3:PutObjectAcl"),
                List.of("arn:aws:s3:::hit-archives/old/*")));
    assertThat(actions(", method: EXPORT"))
        .contains("s3:PutObject", "s3:AbortMultipartUpload", "s3:GetObject")
        .doesNotContain("dynamodb:DescribeContinuousBackups");
    assertThat(statements)
        .noneMatch(
            right ->
                right.actions().contains("dynamodb:Scan") && right.resources().contains(TABLE));
    assertThat(statements(", method: EXPORT, verifyExportByScan: true"))
        .contains(Statement.of("ArchiveScans", List.of("dynamodb:Scan"), List.of(TABLE)));
  }

  @Test
  void statements_auto_mayDoBothAndLook() {
    assertThat(statements(", method: AUTO"))
        .contains(
            Statement.of("ArchiveScans", List.of("dynamodb:Scan"), List.of(TABLE)),
            Statement.of(
                "ExportsOrScans", List.of("dynamodb:DescribeContinuousBackups"), List.of(TABLE)));
    assertThat(actions(", method: AUTO")).contains("dynamodb:ExportTableToPointInTime");
  }

  @Test
  void statements_scanOrAnotherClass_mayNotExport() {
    assertThat(actions("")).noneMatch(action -> action.contains("Export"));
    assertThat(actions(", method: AUTO, dataClass: GLACIER"))
        .noneMatch(action -> action.contains("Export"))
        .doesNotContain("s3:PutObjectAcl", "dynamodb:DescribeContinuousBackups");
  }
}
