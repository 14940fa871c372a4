package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of the catalogue of archives, as {@code docs/wire-format.md} describes them. They stay
 * when tables are gone.
 */
public final class CatalogFormat {
  private static final int VERSION = 1;
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
  private static final String DENIED = "denied";
  static final String RESTORED = "restored";

  /** Identifies the table; not needed to read archives. */
  static final String RESTORED_CREATED = "restoredCreated";

  private CatalogFormat() {}

  /** Where all archives of a series are; no series has a {@code #} in its name. */
  public static String partition(String series) {
    return series + "#archives";
  }

  static Map<String, AttributeValue> key(String series, String tableName) {
    return LedgerFormat.key(partition(series), tableName);
  }

  /** The stored attributes of an archive, without the key. */
  public static Map<String, AttributeValue> write(ArchivedTable archive) {
    StoredAttributes.Writer stored =
        StoredAttributes.write(VERSION)
            .with(FROM, archive.period().start())
            .with(UNTIL, archive.period().end())
            .with(METHOD, archive.method().name())
            .with(BUCKET, archive.bucket())
            .with(PREFIX, archive.prefix())
            .with(EXPORT, archive.exportId())
            .with(ITEMS, archive.items())
            .with(BYTES, archive.bytes())
            .with(MANIFEST, archive.manifestSha256())
            .with(VERIFIED, archive.verified())
            .with(ID, archive.tableId())
            .with(CREATED, archive.tableCreated())
            .with(DIGEST, archive.digest())
            .with(RESTORED, archive.restoredAs());
    return archive.writesDenied() ? stored.with(DENIED, true).item() : stored.item();
  }

  /**
   * Reads what {@link #write} wrote, with its key.
   *
   * @throws IllegalArgumentException if it is anything else; the message names the difference
   */
  public static ArchivedTable read(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new ArchivedTable(
        stored.text(LedgerFormat.SORT),
        new TimeSpan(stored.time(FROM), stored.time(UNTIL)),
        stored.textOrNull(ID),
        stored.timeOrNull(CREATED),
        ArchiveMethod.valueOf(stored.text(METHOD)),
        stored.text(BUCKET),
        stored.text(PREFIX),
        stored.text(EXPORT),
        stored.number(ITEMS),
        stored.number(BYTES),
        stored.textOrNull(DIGEST),
        stored.text(MANIFEST),
        stored.time(VERIFIED),
        stored.has(DENIED) && stored.bool(DENIED),
        stored.textOrNull(RESTORED));
  }
}
