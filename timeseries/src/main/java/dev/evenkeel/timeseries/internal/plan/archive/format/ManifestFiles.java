package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The {@code manifest-files.json} of an archive: all its data files, one line of JSON for each. */
public record ManifestFiles(List<ManifestFile> files) {

  /** Copies the list. */
  public ManifestFiles {
    files = List.copyOf(files);
  }

  /** The object's bytes. */
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.FACTORY.createGenerator(bytes)) {
      for (ManifestFile file : files) {
        file.write(json);
        json.writeRaw('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads ours and those of native exports. Members that are not known are passed over.
   *
   * @throws ArchiveException if a line lacks a member, or has a wrong one, or if two lines list one
   *     file
   */
  public static ManifestFiles read(ArchiveObject manifest, byte[] bytes) {
    List<ManifestFile> files = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    int number = 0;
    for (int start = 0; start < bytes.length; ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      number++;
      if (end > start) {
        ManifestFile file =
            ManifestFile.read(
                Members.read(manifest, "line %d: ".formatted(number), bytes, start, end - start));
        if (!keys.add(file.dataFileS3Key())) {
          throw manifest.damaged("lists a file twice, again in line " + number);
        }
        files.add(file);
      }
      start = end + 1;
    }
    return new ManifestFiles(files);
  }

  /** The items of all files. */
  public long itemCount() {
    return files.stream().mapToLong(ManifestFile::itemCount).sum();
  }

  /**
   * Compares the files with the objects that there are in the archive's folder of data files.
   *
   * @param lengths of all of them in bytes, by their whole keys; native manifests list no lengths
   * @throws ArchiveException if one is missing, or has another length, or one is there that is not
   *     listed: a reader of the whole folder, as ImportTable is, would take it for part of the
   *     archive
   */
  public void requireExactly(String bucket, Map<String, Long> lengths) {
    SortedMap<String, Long> surplus = new TreeMap<>(lengths);
    for (ManifestFile file : files) {
      if (surplus.remove(file.dataFileS3Key()) == null) {
        throw new ArchiveObject(bucket, file.dataFileS3Key())
            .damaged("is listed in the manifest, and is not there");
      }
    }
    if (!surplus.isEmpty()) {
      throw new ArchiveObject(bucket, surplus.firstKey())
          .damaged("is not listed in the manifest, and is there");
    }
    for (ManifestFile file : files) {
      if (file.bytes() != null && !file.bytes().equals(lengths.get(file.dataFileS3Key()))) {
        throw new ArchiveObject(bucket, file.dataFileS3Key())
            .damaged("has another length than its manifest lists");
      }
    }
  }
}
