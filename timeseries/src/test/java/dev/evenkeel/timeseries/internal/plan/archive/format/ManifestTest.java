package dev.evenkeel.timeseries.internal.plan.archive.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Manifests: ours, those of native exports, and what is none. */
class ManifestTest {
  private static final String FOLDER = "cold/AWSDynamoDB/01773187200000-2d8752fd/";
  private static final ArchiveObject SUMMARY =
      new ArchiveObject("archives", FOLDER + "manifest-summary.json");
  private static final ArchiveObject FILES =
      new ArchiveObject("archives", FOLDER + "manifest-files.json");
  private static final ContentDigest CONTENT = new ContentDigest(10, 1, 2, 3, 4);
  private static final Instant NOON = Instant.parse("2026-03-11T12:00:00Z");

  @Test
  void archive_thatAnotherProgramWrote_isRead() throws IOException {
    byte[] summaryBytes = Vectors.bytes("archive/manifest-summary.json");
    byte[] filesBytes = Vectors.bytes("archive/manifest-files.json");
    ManifestChecksum.require(
        SUMMARY, summaryBytes, Vectors.bytes("archive/manifest-summary.checksum"));
    ManifestChecksum.require(FILES, filesBytes, Vectors.bytes("archive/manifest-files.checksum"));
    ManifestSummary summary = ManifestSummary.read(SUMMARY, summaryBytes);
    ManifestFiles files = ManifestFiles.read(FILES, filesBytes);
    summary.requireCountOf(FILES, files);

    ContentDigester content = new ContentDigester();
    for (ManifestFile file : files.files()) {
      read(summary.s3Bucket(), file, content);
    }

    assertThat(summary.origin()).isNull();
    assertThat(summary.startTime()).isEqualTo("2026-03-11T00:00:00Z");
    assertThat(summary.s3SseKmsKeyId()).isNull();
    assertThat(content.digest().text())
        .isEqualTo(text(Vectors.bytes("archived-items-content.txt")).strip());
  }

  @Test
  void summary_ofAScan_isFrozen() {
    assertThat(text(summary(origin(ArchiveMethod.SCAN, CONTENT)).bytes()))
        .isEqualTo(
            """
            {"version":"2020-06-30","exportArn":"arn:aws:dynamodb:r:1:table/readings_2026-03-10/export/01773187200000-2d8752fd",\
            "startTime":"2026-03-11T12:00:00.000Z","endTime":"2026-03-11T12:00:01.250Z",\
            "tableArn":"arn:aws:dynamodb:r:1:table/readings_2026-03-10","tableId":null,\
            "exportTime":"2026-03-11T12:00:00.000Z","s3Bucket":"archives","s3Prefix":"cold",\
            "s3SseAlgorithm":null,"s3SseKmsKeyId":null,\
            "manifestFilesS3Key":"cold/AWSDynamoDB/01773187200000-2d8752fd/manifest-files.json",\
            "billedSizeBytes":1234,"itemCount":10,"outputFormat":"DYNAMODB_JSON","exportType":"FULL_EXPORT",\
            "evenkeel":{"format":1,"backEnd":"SCAN","tableName":"readings_2026-03-10","series":"readings",\
            "from":"2026-03-10T00:00:00Z","until":"2026-03-11T00:00:00Z",\
            "keySchema":[{"attributeName":"sensor","attributeType":"S","keyType":"HASH"},\
            {"attributeName":"time","attributeType":"N","keyType":"RANGE"}],\
            "content":"1:10:0000000000000001000000000000000200000000000000030000000000000004"}}""");
  }

  @Test
  void summary_written_isReadBack() {
    for (ArchiveOrigin origin :
        Arrays.asList(
            origin(ArchiveMethod.SCAN, CONTENT), origin(ArchiveMethod.EXPORT, null), null)) {
      assertThat(ManifestSummary.read(SUMMARY, summary(origin).bytes())).isEqualTo(summary(origin));
    }
  }

  @Test
  void files_written_areReadBackAndByOthers() throws IOException {
    ManifestFiles files =
        new ManifestFiles(
            List.of(
                new ManifestFile(FOLDER + "data/a.json.gz", 7, "md5", "etag", 123L, "abc"),
                new ManifestFile(FOLDER + "data/b.json.gz", 3, "md5", null, null, null)));
    List<String> lines = text(files.bytes()).lines().toList();

    assertThat(ManifestFiles.read(FILES, files.bytes())).isEqualTo(files);
    assertThat(lines).hasSize(2);
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.get("dataFileS3Key").textValue()).isEqualTo(FOLDER + "data/a.json.gz");
    assertThat(first.get("itemCount").longValue()).isEqualTo(7);
    assertThat(files.itemCount()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "2020-06-30 | 2031-01-01 | 'version'",
        "'version':'2020-06-30' | 'other':1 | 'version' is missing",
        "DYNAMODB_JSON | ION | 'outputFormat'",
        "FULL_EXPORT | INCREMENTAL_EXPORT | 'exportType'",
        "'itemCount':10 | 'itemCount':-10 | 'itemCount'",
        "'itemCount':10 | 'itemCount':'10' | 'itemCount'",
        "'itemCount':10 | 'itemCount':10.5 | 'itemCount'",
        "'itemCount':10 | 'itemCount':99999999999999999999 | 'itemCount'",
        "'itemCount':10 | 'itemCount':null | 'itemCount' is missing",
        "'itemCount':10 | 'itemCount':10,'itemCount':11 | no JSON object",
        "2026-03-11T12:00:01.250Z | yesterday | 'endTime' is no time",
        "'s3Bucket':'archives' | 's3Bucket':7 | 's3Bucket' is no text",
        "'s3Prefix':'cold' | 's3Prefix':[] | 's3Prefix' is no text",
        "'format':1 | 'format':2 | evenkeel.member 'format'",
        "'backEnd':'SCAN' | 'backEnd':'SCREAM' | evenkeel.member 'backEnd'",
        "'until':'2026-03-11 | 'until':'2026-03-09 | evenkeel.member 'until'",
        "'attributeType':'N' | 'attributeType':'X' | evenkeel.member 'keySchema'",
        "'keyType':'HASH' | 'keyType':'HUSH' | keySchema.member 'keyType'",
        "'keyType':'HASH' | 'keyType':'RANGE' | evenkeel.member 'keySchema'",
        "'1:10: | '9:10: | evenkeel.member 'content'",
        "'keySchema':[ | 'keySchema':[7, | evenkeel.member 'keySchema'",
        "'evenkeel':{ | 'evenkeel':7,'x':{ | member 'evenkeel' is no object"
      })
  void summary_withAWrongMember_isRefused(String is, String becomes, String why) {
    String json = text(summary(origin(ArchiveMethod.SCAN, CONTENT)).bytes());
    String wrong = json.replace(is.replace('\'', '"'), becomes.replace('\'', '"'));

    assertThat(wrong).isNotEqualTo(json);
    assertThatThrownBy(() -> ManifestSummary.read(SUMMARY, wrong.getBytes(StandardCharsets.UTF_8)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("s3://archives/" + SUMMARY.key())
        .hasMessageContaining(why);
  }

  @Test
  void summary_cutOffAnywhere_isRefused() {
    byte[] bytes = summary(origin(ArchiveMethod.SCAN, CONTENT)).bytes();

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ManifestSummary.read(SUMMARY, cut))
          .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[]", "7", "{}{}", "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["})
  void summary_whatIsNoJsonObject_isRefused(String json) {
    assertThatThrownBy(() -> ManifestSummary.read(SUMMARY, json.getBytes(StandardCharsets.UTF_8)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("no JSON object");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'md5Checksum':'b' | 'etag':'b' | line 2: member 'md5Checksum' is missing",
        "'itemCount':3 | 'itemCount':3.0 | line 2: member 'itemCount'",
        "'k2' | 'k1' | twice",
        "'k2' | 2 | line 2: member 'dataFileS3Key'",
        "'k2'} | 'k2' | line 2: it is no JSON object"
      })
  void files_withAWrongLine_areRefused(String is, String becomes, String why) {
    String json =
        ("{'itemCount':7,'md5Checksum':'a','dataFileS3Key':'k1'}\n"
            + "{'itemCount':3,'md5Checksum':'b','dataFileS3Key':'k2'}");
    String wrong = json.replace(is, becomes);

    assertThat(ManifestFiles.read(FILES, quoted(json)).files()).hasSize(2);
    assertThatThrownBy(() -> ManifestFiles.read(FILES, quoted(wrong)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(FILES.key())
        .hasMessageContaining(why);
  }

  @Test
  void requireCountOf_otherCount_isRefused() {
    ManifestFiles none = new ManifestFiles(List.of());

    assertThatThrownBy(() -> summary(null).requireCountOf(FILES, none))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("0 items")
        .hasMessageContaining("says 10");
  }

  @Test
  void requireExactly_aFileTooFewOrTooMany_isRefused() {
    ManifestFiles files =
        new ManifestFiles(
            List.of(
                new ManifestFile("a", 1, "m", null, null, null),
                new ManifestFile("b", 1, "m", null, null, null)));

    files.requireExactly("archives", Map.of("b", 1L, "a", 1L));
    assertThatThrownBy(() -> files.requireExactly("archives", Map.of("b", 1L)))
        .hasMessageContaining("s3://archives/a")
        .hasMessageContaining("not there");
    assertThatThrownBy(() -> files.requireExactly("archives", Map.of("b", 1L, "a", 1L, "c", 1L)))
        .hasMessageContaining("s3://archives/c")
        .hasMessageContaining("not listed");
  }

  @Test
  void checksum_ofOtherBytes_isRefused() {
    byte[] manifest = summary(null).bytes();
    byte[] checksum = ManifestChecksum.of(manifest);

    ManifestChecksum.require(SUMMARY, manifest, checksum);
    ManifestChecksum.require(
        SUMMARY, manifest, (text(checksum) + "\n").getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> ManifestChecksum.require(SUMMARY, new byte[1], checksum))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("checksum");
  }

  private static void read(String bucket, ManifestFile file, ContentDigester content)
      throws IOException {
    try (DataFileReader reader = new DataFileReader(bucket, file)) {
      reader.feed(
          SdkBytes.fromByteArray(
              Vectors.bytes(
                  "archive/data/"
                      + file.dataFileS3Key()
                          .substring(file.dataFileS3Key().lastIndexOf('/') + 1))));
      add(reader, content);
      reader.end();
      add(reader, content);
    }
  }

  private static void add(DataFileReader reader, ContentDigester content) {
    Map<String, AttributeValue> item = reader.next();
    while (item != null) {
      content.add(item);
      item = reader.next();
    }
  }

  private static ArchiveOrigin origin(ArchiveMethod backEnd, ContentDigest content) {
    return new ArchiveOrigin(
        backEnd,
        "readings_2026-03-10",
        "readings",
        new TimeSpan(Instant.parse("2026-03-10T00:00:00Z"), Instant.parse("2026-03-11T00:00:00Z")),
        KeySchema.of(KeyAttribute.ofString("sensor"), KeyAttribute.ofNumber("time")),
        content);
  }

  private static ManifestSummary summary(ArchiveOrigin origin) {
    return new ManifestSummary(
        "arn:aws:dynamodb:r:1:table/readings_2026-03-10/export/01773187200000-2d8752fd",
        NOON,
        NOON.plusMillis(1_250),
        "arn:aws:dynamodb:r:1:table/readings_2026-03-10",
        null,
        NOON,
        "archives",
        "cold",
        null,
        null,
        FOLDER + "manifest-files.json",
        1_234,
        10,
        origin);
  }

  private static byte[] quoted(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
