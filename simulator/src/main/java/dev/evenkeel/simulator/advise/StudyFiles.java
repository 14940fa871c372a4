package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.BucketSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The files of a study that several workers share: each has the statistics of one page. */
final class StudyFiles {
  private static final String FILE = "file";
  private static final String BYTES = "bytes";
  private static final String SHA256 = "sha256";

  private static final int DELETED_AT_A_TIME = 8;
  private static final String UUID_FORM =
      "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

  private final ObjectFlows objects;
  private final String folder;
  private final Pattern name;

  /**
   * @param job its name, that of the folder of its files
   * @throws IllegalArgumentException if that is no name of a folder
   */
  StudyFiles(BucketSpec bucket, String job) {
    this.objects = ObjectFlows.of(bucket);
    this.folder = job + "/";
    this.name = Pattern.compile(Pattern.quote(folder) + "s\\d{6}-" + UUID_FORM);
    bucket.fullKey(folder + "s000000");
  }

  /** Fails if there is no such bucket, or no right to list it. */
  Flow<Done> found() {
    return objects.list(folder, null).map(page -> Done.DONE);
  }

  /** Writes a file; ends with the note on it. */
  Flow<Map<String, AttributeValue>> put(String segment, byte[] packed) {
    String key = folder + segment + "-" + UUID.randomUUID();
    return objects
        .put(key, SdkBytes.fromByteArrayUnsafe(packed), ObjectMetadata.empty())
        .map(
            file ->
                Map.of(
                    FILE,
                    AttributeValue.fromS(file.key()),
                    BYTES,
                    AttributeValue.fromN(Long.toString(file.length())),
                    SHA256,
                    AttributeValue.fromB(file.sha256())));
  }

  /** Adds the files of some notes to a study, one after the other. */
  Flow<TableStudy> added(List<Map<String, AttributeValue>> notes, TableStudy study) {
    return Flow.each(notes, 1, note -> added(note, study)).map(done -> study);
  }

  private Flow<Done> added(Map<String, AttributeValue> note, TableStudy study) {
    ExpectedContent expected =
        ExpectedContent.of(Long.parseLong(attribute(note, BYTES).n()), attribute(note, SHA256).b());
    return objects
        .get(attribute(note, FILE).s(), expected)
        .then(
            packed ->
                Compute.flow(
                    () -> {
                      study.add(packed.asByteArrayUnsafe());
                      return Done.DONE;
                    }));
  }

  private static AttributeValue attribute(Map<String, AttributeValue> note, String name) {
    return Objects.requireNonNull(note.get(name), name);
  }

  /** Deletes all files of the job, noted or not, and nothing else that is in the folder. */
  Flow<Done> deleted() {
    return deleted(null);
  }

  private Flow<Done> deleted(@Nullable String token) {
    return objects
        .list(folder, token)
        .then(
            page ->
                Flow.each(
                        page.objects().stream()
                            .map(ListedObject::key)
                            .filter(key -> name.matcher(key).matches())
                            .toList(),
                        DELETED_AT_A_TIME,
                        objects::delete)
                    .then(
                        done ->
                            page.nextToken() == null ? Flow.done() : deleted(page.nextToken())));
  }
}
