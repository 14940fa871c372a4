package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofNumber;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofText;
import static dev.evenkeel.timeseries.internal.plan.archive.StoredAttributes.ofTime;

import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.spec.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of the catalogue of archives, as {@code docs/wire-format.md} describes them. They stay
 * when tables are gone.
 */
public final class CatalogFormat {
  private static final int VERSION = 1;
  private static final String FORMAT = "format";
  private static final String FROM = "from";
  private static final String UNTIL = "until";
  private static final String ID = "id";
  static final String CREATED = "created";
  private static final String METHOD = "method";
  private static final String BUCKET = "bucket";
  private static final String PREFIX = "prefix";
  static final String EXPORT = "export";
  private static final String ITEMS = "items";
  private static final String BYTES = "bytes";
  private static final String DIGEST = "digest";
  private static final String MANIFEST = "manifest";
  private static final String VERIFIED = "verified";
  static final String RESTORED = "restored";

  /** Nothing that a reader of archives needs: it tells whether the table is still the one. */
  static final String RESTORED_CREATED = "restoredCreated";

  private CatalogFormat() {}

  /** Where all archives of a series are; no series has a {@code #} in its name. */
  static String partition(String series) {
    return series + "#archives";
  }

  static Map<String, AttributeValue> key(String series, String tableName) {
    return Map.of(
        LedgerFormat.PARTITION, ofText(partition(series)), LedgerFormat.SORT, ofText(tableName));
  }

  /** What is stored, but for the key. */
  public static Map<String, AttributeValue> write(ArchivedTable archive) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT, ofNumber(VERSION));
    item.put(FROM, ofTime(archive.period().start()));
    item.put(UNTIL, ofTime(archive.period().end()));
    item.put(METHOD, ofText(archive.method().name()));
    item.put(BUCKET, ofText(archive.bucket()));
    item.put(PREFIX, ofText(archive.prefix()));
    item.put(EXPORT, ofText(archive.exportId()));
    item.put(ITEMS, ofNumber(archive.items()));
    item.put(BYTES, ofNumber(archive.bytes()));
    item.put(MANIFEST, ofText(archive.manifestSha256()));
    item.put(VERIFIED, ofTime(archive.verified()));
    putIfSaid(item, ID, archive.tableId());
    if (archive.tableCreated() != null) {
      item.put(CREATED, ofTime(archive.tableCreated()));
    }
    putIfSaid(item, DIGEST, archive.digest());
    putIfSaid(item, RESTORED, archive.restoredAs());
    return item;
  }

  private static void putIfSaid(
      Map<String, AttributeValue> item, String name, @Nullable String value) {
    if (value != null) {
      item.put(name, ofText(value));
    }
  }

  /**
   * Reads what {@link #write} wrote, with its key.
   *
   * @throws IllegalArgumentException if it says anything else; the message tells what
   */
  public static ArchivedTable read(Map<String, AttributeValue> item) {
    StoredAttributes said = new StoredAttributes(item);
    said.requireFormat(VERSION);
    return new ArchivedTable(
        said.text(LedgerFormat.SORT),
        new TimeSpan(said.time(FROM), said.time(UNTIL)),
        said.textOrNull(ID),
        said.has(CREATED) ? said.time(CREATED) : null,
        ArchiveMethod.valueOf(said.text(METHOD)),
        said.text(BUCKET),
        said.text(PREFIX),
        said.text(EXPORT),
        said.number(ITEMS),
        said.number(BYTES),
        said.textOrNull(DIGEST),
        said.text(MANIFEST),
        said.time(VERIFIED),
        said.textOrNull(RESTORED));
  }
}
