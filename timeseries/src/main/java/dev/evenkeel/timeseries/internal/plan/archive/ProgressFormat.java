package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofNumber;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofText;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofTime;

import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments.CheckNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.FileNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.ArchiveMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of an archive that is being made, as {@code docs/wire-format.md} describes them. They
 * are deleted when it is verified.
 */
public final class ProgressFormat {
  static final String HEADER = "archive";
  static final String FILE_PREFIX = "file#";

  /** What sort keys of notes on verification begin with. */
  public static final String CHECK_PREFIX = "check#";

  private static final int VERSION = 1;
  private static final String FORMAT = "format";
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

  /** The sort key of a note. */
  public static String sort(CheckNote check) {
    return CHECK_PREFIX + "%05d".formatted(check.segment());
  }

  static Map<String, AttributeValue> write(Header header) {
    Map<String, AttributeValue> item = formatted();
    item.put(EXPORT, ofText(header.exportId()));
    item.put(METHOD, ofText(header.method().name()));
    item.put(SEGMENTS, ofNumber(header.segments()));
    item.put(BEGAN, ofTime(header.began()));
    item.put(FencedWrites.FENCE, ofNumber(header.fence()));
    putIfSaid(item, ID, header.tableId());
    if (header.created() != null) {
      item.put(CREATED, ofTime(header.created()));
    }
    if (header.frozen() != null) {
      item.put(FROZEN, ofTime(header.frozen()));
    }
    if (header.export() != null) {
      write(header.export(), item);
    }
    putIfSaid(item, FAILURE, header.failure());
    if (header.written() != null) {
      item.put(WRITTEN, ofTime(header.written()));
    }
    return item;
  }

  private static void write(NativeExport export, Map<String, AttributeValue> item) {
    item.put(TOKEN, ofText(export.token()));
    putIfSaid(item, ARN, export.arn());
    if (export.asked() != null) {
      item.put(ASKED, ofTime(export.asked()));
    }
    item.put(FAILURES, ofNumber(export.failures()));
    putIfSaid(item, LAST_FAILURE, export.lastFailure());
  }

  private static Map<String, AttributeValue> formatted() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT, ofNumber(VERSION));
    return item;
  }

  private static void putIfSaid(
      Map<String, AttributeValue> item, String name, @Nullable String value) {
    if (value != null) {
      item.put(name, ofText(value));
    }
  }

  private static void putIfSaid(
      Map<String, AttributeValue> item, @Nullable Map<String, AttributeValue> after) {
    if (after != null) {
      item.put(AFTER, AttributeValue.fromM(after));
    }
  }

  static Map<String, AttributeValue> write(FileNote file) {
    Map<String, AttributeValue> item = formatted();
    item.put(SEGMENT, ofNumber(file.segment()));
    item.put(NUMBER, ofNumber(file.number()));
    item.put(NAME, ofText(file.name()));
    item.put(ITEMS, ofNumber(file.items()));
    item.put(BYTES, ofNumber(file.bytes()));
    item.put(MD5, ofText(file.md5()));
    putIfSaid(item, SHA256, file.sha256());
    putIfSaid(item, ETAG, file.etag());
    item.put(DIGEST, ofText(file.digest().text()));
    putIfSaid(item, file.after());
    return item;
  }

  /** What is stored, but for the key. */
  public static Map<String, AttributeValue> write(CheckNote check) {
    Map<String, AttributeValue> item = formatted();
    item.put(SEGMENT, ofNumber(check.segment()));
    item.put(DIGEST, ofText(check.digest().text()));
    putIfSaid(item, check.after());
    return item;
  }

  /**
   * @throws IllegalArgumentException if an item says anything else than was written
   */
  static Header header(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new Header(
        said.text(EXPORT),
        said.textOrNull(ID),
        said.has(CREATED) ? said.time(CREATED) : null,
        ArchiveMethod.valueOf(said.text(METHOD)),
        Math.toIntExact(said.number(SEGMENTS)),
        said.time(BEGAN),
        said.has(FROZEN) ? said.time(FROZEN) : null,
        said.has(TOKEN) ? export(said) : null,
        said.has(WRITTEN) ? said.time(WRITTEN) : null,
        said.textOrNull(FAILURE),
        said.number(FencedWrites.FENCE));
  }

  private static NativeExport export(StoredAttributes said) {
    return new NativeExport(
        said.text(TOKEN),
        said.textOrNull(ARN),
        said.has(ASKED) ? said.time(ASKED) : null,
        Math.toIntExact(said.number(FAILURES)),
        said.textOrNull(LAST_FAILURE));
  }

  static FileNote file(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new FileNote(
        Math.toIntExact(said.number(SEGMENT)),
        Math.toIntExact(said.number(NUMBER)),
        said.text(NAME),
        said.number(ITEMS),
        said.number(BYTES),
        said.text(MD5),
        said.textOrNull(SHA256),
        said.textOrNull(ETAG),
        ContentDigest.parse(said.text(DIGEST)),
        said.keyOrNull(AFTER));
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if an item says anything else
   */
  public static CheckNote check(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new CheckNote(
        Math.toIntExact(said.number(SEGMENT)),
        ContentDigest.parse(said.text(DIGEST)),
        said.keyOrNull(AFTER));
  }
}
