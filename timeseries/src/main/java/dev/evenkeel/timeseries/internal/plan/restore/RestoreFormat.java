package dev.evenkeel.timeseries.internal.plan.restore;

import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofNumber;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofText;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofTime;

import dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.FileState;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of a restore under way, as {@code docs/wire-format.md} describes them. */
final class RestoreFormat {
  static final String HEADER = "restore";
  static final String LEASE = "lease";
  static final String FILE_PREFIX = "file#";

  private static final int VERSION = 1;
  private static final String FORMAT = "format";
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
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT, ofNumber(VERSION));
    item.put(EXPORT, ofText(header.exportId()));
    item.put(BEGAN, ofTime(header.began()));
    if (header.restoreId() != null) {
      item.put(RESTORE, ofText(header.restoreId()));
    }
    if (header.content() != null) {
      item.put(CONTENT, ofText(header.content().text()));
    }
    if (header.tableId() != null) {
      item.put(ID, ofText(header.tableId()));
    }
    if (header.created() != null) {
      item.put(CREATED, ofTime(header.created()));
    }
    return item;
  }

  static Map<String, AttributeValue> write(FileState file) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT, ofNumber(VERSION));
    item.put(NUMBER, ofNumber(file.number()));
    item.put(WRITTEN, ofNumber(file.written()));
    item.put(WHOLE, ofNumber(file.isWritten() ? 1 : 0));
    if (file.digest() != null) {
      item.put(DIGEST, ofText(file.digest().text()));
    }
    return item;
  }

  /** Reads a header; what is wrong is an IllegalArgumentException. */
  static Header header(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new Header(
        said.text(EXPORT),
        said.time(BEGAN),
        said.textOrNull(RESTORE),
        said.has(CONTENT) ? ContentDigest.parse(said.text(CONTENT)) : null,
        said.textOrNull(ID),
        said.has(CREATED) ? said.time(CREATED) : null);
  }

  /** Reads a note on a file; what is wrong is an IllegalArgumentException. */
  static FileState file(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new FileState(
        Math.toIntExact(said.number(NUMBER)),
        said.has(DIGEST) ? ContentDigest.parse(said.text(DIGEST)) : null,
        said.number(WRITTEN),
        said.number(WHOLE) == 1);
  }
}
