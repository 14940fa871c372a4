package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments.CheckNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of an archive that is being made, as {@code docs/wire-format.md} describes them. They
 * are deleted when it is verified.
 */
final class ProgressFormat {
  static final String HEADER = "archive";
  static final String FILE_PREFIX = "file#";

  private static final int VERSION = 1;

  /** Of a header with a job: versions that know none would do its scans themselves. */
  private static final int SHARED_VERSION = 2;

  private static final String JOB = "job";
  private static final String PLACE = "place";
  private static final String EXPORT = "export";
  private static final String ID = "id";
  private static final String CREATED = "created";
  private static final String METHOD = "method";
  private static final String SEGMENTS = "segments";
  private static final String BEGAN = "began";
  private static final String FROZEN = "frozen";
  private static final String TOKEN = "token";
  private static final String ARN = "arn";
  private static final String ASKED = "asked";
  private static final String FAILURES = "failures";
  private static final String LAST_FAILURE = "lastFailure";
  private static final String WRITTEN = "written";
  private static final String FAILURE = "failure";
  private static final String SEGMENT = "segment";
  private static final String NUMBER = "number";
  private static final String NAME = "name";
  private static final String ITEMS = "items";
  private static final String BYTES = "bytes";
  private static final String MD5 = "md5";
  private static final String SHA256 = "sha256";
  private static final String ETAG = "etag";
  private static final String DIGEST = "digest";
  private static final String AFTER = "after";

  private ProgressFormat() {}

  /** Where an archive of a table is noted; neither name can have a {@code #}. */
  static String partition(String series, String tableName) {
    return series + "#" + tableName;
  }

  /** Sorts as numbers do. */
  static String sort(FileNote file) {
    return FILE_PREFIX + "%05d#%07d".formatted(file.segment(), file.number());
  }

  static Map<String, AttributeValue> write(Header header) {
    StoredAttributes.Writer writer =
        StoredAttributes.write(header.job() == null ? VERSION : SHARED_VERSION)
            .with(JOB, header.job())
            .with(PLACE, header.place())
            .with(EXPORT, header.exportId())
            .with(METHOD, header.method().name())
            .with(SEGMENTS, header.segments())
            .with(BEGAN, header.began())
            .with(ID, header.tableId())
            .with(CREATED, header.created())
            .with(FROZEN, header.frozen())
            .with(FAILURE, header.failure())
            .with(WRITTEN, header.written());
    NativeExport export = header.export();
    if (export != null) {
      writer
          .with(TOKEN, export.token())
          .with(ARN, export.arn())
          .with(ASKED, export.requested())
          .with(FAILURES, export.failures())
          .with(LAST_FAILURE, export.lastFailure());
    }
    return writer.item();
  }

  static Map<String, AttributeValue> write(FileNote file) {
    return StoredAttributes.write(VERSION)
        .with(SEGMENT, file.segment())
        .with(NUMBER, file.number())
        .with(NAME, file.name())
        .with(ITEMS, file.items())
        .with(BYTES, file.bytes())
        .with(MD5, file.md5())
        .with(SHA256, file.sha256())
        .with(ETAG, file.etag())
        .with(DIGEST, file.digest().text())
        .with(AFTER, file.after())
        .item();
  }

  static Map<String, AttributeValue> write(CheckNote check) {
    return StoredAttributes.write(VERSION)
        .with(SEGMENT, check.segment())
        .with(DIGEST, check.digest().text())
        .with(AFTER, check.after())
        .item();
  }

  /**
   * @throws IllegalArgumentException if an item says anything else than was written
   */
  static Header header(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(stored.has(JOB) ? SHARED_VERSION : VERSION);
    return new Header(
        stored.text(EXPORT),
        stored.textOrNull(ID),
        stored.timeOrNull(CREATED),
        ArchiveMethod.valueOf(stored.text(METHOD)),
        Math.toIntExact(stored.number(SEGMENTS)),
        stored.time(BEGAN),
        stored.timeOrNull(FROZEN),
        stored.has(TOKEN) ? export(stored) : null,
        stored.timeOrNull(WRITTEN),
        stored.textOrNull(FAILURE),
        stored.textOrNull(JOB),
        stored.textOrNull(PLACE));
  }

  private static NativeExport export(StoredAttributes stored) {
    return new NativeExport(
        stored.text(TOKEN),
        stored.textOrNull(ARN),
        stored.timeOrNull(ASKED),
        Math.toIntExact(stored.number(FAILURES)),
        stored.textOrNull(LAST_FAILURE));
  }

  static FileNote file(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new FileNote(
        Math.toIntExact(stored.number(SEGMENT)),
        Math.toIntExact(stored.number(NUMBER)),
        stored.text(NAME),
        stored.number(ITEMS),
        stored.number(BYTES),
        stored.text(MD5),
        stored.textOrNull(SHA256),
        stored.textOrNull(ETAG),
        ContentDigest.parse(stored.text(DIGEST)),
        stored.keyOrNull(AFTER));
  }

  static CheckNote check(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new CheckNote(
        Math.toIntExact(stored.number(SEGMENT)),
        ContentDigest.parse(stored.text(DIGEST)),
        stored.keyOrNull(AFTER));
  }
}
