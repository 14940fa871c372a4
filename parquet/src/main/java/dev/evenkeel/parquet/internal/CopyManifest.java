package dev.evenkeel.parquet.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetReport.ColumnTally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The {@code _manifest.json} of a whole copy.
 *
 * @param tableName the period table
 * @param exportId of the archive
 * @param archiveSha256 of the archive's list of files
 * @param items how many
 * @param digest of all items
 * @param files in their order
 * @param tallies of the columns that do not have all of their attributes as they are
 */
public record CopyManifest(
    String tableName,
    String exportId,
    String archiveSha256,
    long items,
    String digest,
    List<CopyFile> files,
    List<ColumnTally> tallies) {
  private static final int VERSION = 1;

  /**
   * A file of a copy.
   *
   * @param key below the prefix of the archives
   * @param sha256 of its bytes, in hex
   */
  public record CopyFile(String key, long items, long bytes, String sha256) {}

  /** Copies the lists. */
  public CopyManifest {
    files = List.copyOf(files);
    tallies = List.copyOf(tallies);
  }

  /** The bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(CopyFile::bytes).sum();
  }

  /** The object's bytes. Columns are written for readers, and not read again. */
  byte[] json(List<ParquetColumn> columns) {
    Map<String, AttributeValue> all = new LinkedHashMap<>();
    all.put("version", number(VERSION));
    all.put("tableName", text(tableName));
    all.put("exportId", text(exportId));
    all.put("archiveSha256", text(archiveSha256));
    all.put("items", number(items));
    all.put("digest", text(digest));
    all.put("columns", list(columns, CopyManifest::columnMap));
    all.put("files", list(files, CopyManifest::fileMap));
    all.put("notAsTheyAre", list(tallies, CopyManifest::tallyMap));
    return EnhancedDocument.fromAttributeValueMap(all).toJson().getBytes(UTF_8);
  }

  private static <T> AttributeValue list(
      List<T> all, Function<T, Map<String, AttributeValue>> each) {
    return AttributeValue.fromL(
        all.stream().map(one -> AttributeValue.fromM(each.apply(one))).toList());
  }

  private static Map<String, AttributeValue> columnMap(ParquetColumn column) {
    return Map.of(
        "name", text(column.name()),
        "path", text(column.path()),
        "type", text(column.type().text()));
  }

  private static Map<String, AttributeValue> fileMap(CopyFile file) {
    return Map.of(
        "key", text(file.key()),
        "items", number(file.items()),
        "bytes", number(file.bytes()),
        "sha256", text(file.sha256()));
  }

  private static Map<String, AttributeValue> tallyMap(ColumnTally tally) {
    return Map.of(
        "column", text(tally.column()),
        "misfits", number(tally.misfits()),
        "rounded", number(tally.rounded()));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  /** Reads one; null if the bytes are none of this version. */
  static @Nullable CopyManifest read(byte[] bytes) {
    try {
      Map<String, AttributeValue> all = EnhancedDocument.fromJson(new String(bytes, UTF_8)).toMap();
      return number(all, "version") == VERSION ? of(all) : null;
    } catch (RuntimeException e) {
      // The JSON of the SDK throws what it likes. What is no manifest is written anew.
      return null;
    }
  }

  private static CopyManifest of(Map<String, AttributeValue> all) {
    List<CopyFile> files = new ArrayList<>();
    for (AttributeValue one : requireNonNull(all.get("files")).l()) {
      Map<String, AttributeValue> file = one.m();
      files.add(
          new CopyFile(
              text(file, "key"),
              number(file, "items"),
              number(file, "bytes"),
              text(file, "sha256")));
    }
    List<ColumnTally> tallies = new ArrayList<>();
    for (AttributeValue one : requireNonNull(all.get("notAsTheyAre")).l()) {
      Map<String, AttributeValue> tally = one.m();
      tallies.add(
          new ColumnTally(
              text(tally, "column"), number(tally, "misfits"), number(tally, "rounded")));
    }
    return new CopyManifest(
        text(all, "tableName"),
        text(all, "exportId"),
        text(all, "archiveSha256"),
        number(all, "items"),
        text(all, "digest"),
        files,
        tallies);
  }

  private static String text(Map<String, AttributeValue> map, String name) {
    return requireNonNull(map.get(name), name).s();
  }

  private static long number(Map<String, AttributeValue> map, String name) {
    return Long.parseLong(requireNonNull(map.get(name), name).n());
  }
}
