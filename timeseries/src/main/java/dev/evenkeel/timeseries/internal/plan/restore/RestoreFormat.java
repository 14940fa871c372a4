package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.FileState;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of a restore under way, as {@code docs/wire-format.md} describes them. */
final class RestoreFormat {
  static final String HEADER = "restore";
  static final String LEASE = "lease";
  static final String FILE_PREFIX = "file#";

  private static final int VERSION = 1;

  /** Of a header with a job: versions that know none would do its passes themselves. */
  private static final int SHARED_VERSION = 2;

  private static final String JOB = "job";
  private static final String EXPORT = "export";
  private static final String BEGAN = "began";
  private static final String RESTORE = "restore";
  private static final String CONTENT = "content";
  private static final String ID = "id";
  private static final String CREATED = "created";
  private static final String NUMBER = "number";
  private static final String DIGEST = "digest";
  private static final String WRITTEN = "written";
  private static final String WHOLE = "whole";

  private RestoreFormat() {}

  /** Where a restore is noted; no name has a {@code #}. */
  static String partition(String series, String target) {
    return series + "#restore#" + target;
  }

  static String sort(FileState file) {
    return FILE_PREFIX + "%07d".formatted(file.number());
  }

  static Map<String, AttributeValue> write(Header header) {
    return StoredAttributes.write(header.job() == null ? VERSION : SHARED_VERSION)
        .with(JOB, header.job())
        .with(EXPORT, header.exportId())
        .with(BEGAN, header.began())
        .with(RESTORE, header.restoreId())
        .with(CONTENT, header.content() == null ? null : header.content().text())
        .with(ID, header.tableId())
        .with(CREATED, header.created())
        .item();
  }

  static Map<String, AttributeValue> write(FileState file) {
    return StoredAttributes.write(VERSION)
        .with(NUMBER, file.number())
        .with(WRITTEN, file.written())
        .with(WHOLE, file.isWritten() ? 1 : 0)
        .with(DIGEST, file.digest() == null ? null : file.digest().text())
        .item();
  }

  /** Reads a header; what is wrong is an IllegalArgumentException. */
  static Header header(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(stored.has(JOB) ? SHARED_VERSION : VERSION);
    return new Header(
        stored.text(EXPORT),
        stored.time(BEGAN),
        stored.textOrNull(RESTORE),
        stored.has(CONTENT) ? ContentDigest.parse(stored.text(CONTENT)) : null,
        stored.textOrNull(ID),
        stored.timeOrNull(CREATED),
        stored.textOrNull(JOB));
  }

  /** Reads a note on a file; what is wrong is an IllegalArgumentException. */
  static FileState file(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new FileState(
        Math.toIntExact(stored.number(NUMBER)),
        stored.has(DIGEST) ? ContentDigest.parse(stored.text(DIGEST)) : null,
        stored.number(WRITTEN),
        stored.number(WHOLE) == 1);
  }
}
