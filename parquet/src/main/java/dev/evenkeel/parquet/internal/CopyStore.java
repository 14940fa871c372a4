package dev.evenkeel.parquet.internal;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.FailedDelete;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.ObjectPage;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The objects of copies. Keys are below the prefix of the archives. */
public final class CopyStore {
  private static final long MANIFEST_BYTES_MAX = 64L * 1024 * 1024;

  private final BucketSpec bucket;
  private final ObjectFlows objects;
  private final SyncRunner runner = SyncRunner.create();
  private final Sender<Object> sender;

  /** The objects in the bucket of the archives. */
  public CopyStore(BucketSpec bucket, DynamoDbClient client, S3Client s3) {
    this.bucket = bucket;
    this.objects = ObjectFlows.of(bucket);
    this.sender = Sender.sync(client, ObjectCalls.sync(s3));
  }

  private <T> T run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }

  /** The address of a key. */
  public String url(String key) {
    return "s3://" + bucket.bucket() + "/" + bucket.fullKey(key);
  }

  /** The address of a folder. */
  public String folderUrl(String folder) {
    return url(folder + "x").replaceFirst("x$", "");
  }

  String bucket() {
    return bucket.bucket();
  }

  String fullKey(String key) {
    return bucket.fullKey(key);
  }

  /** Writes a file, whose key contains its digest; one that is there already is read back later. */
  void putFile(String key, byte[] content) {
    try {
      var unused =
          run(objects.put(key, SdkBytes.fromByteArrayUnsafe(content), ObjectMetadata.empty()));
    } catch (ObjectStoreException e) {
      if (!ObjectStoreException.is(e, Reason.OBJECT_EXISTS)) {
        throw e;
      }
    }
  }

  /** Reads a file that has to be what was written. */
  byte[] file(CopyManifest.CopyFile file) {
    SdkBytes sha256 = SdkBytes.fromByteArray(HexFormat.of().parseHex(file.sha256()));
    return run(objects.get(file.key(), ExpectedContent.of(file.bytes(), sha256)))
        .asByteArrayUnsafe();
  }

  /** The manifest of a copy; null if there is none, or none that can be read. */
  @Nullable CopyManifest manifest(CopyPlace place) {
    byte[] bytes = read(place.manifestKey());
    return bytes == null ? null : CopyManifest.read(bytes);
  }

  private byte @Nullable [] read(String key) {
    try {
      return run(objects.get(key, ExpectedContent.atMost(MANIFEST_BYTES_MAX))).asByteArrayUnsafe();
    } catch (ObjectStoreException e) {
      if (ObjectStoreException.is(e, Reason.OBJECT_MISSING)) {
        return null;
      }
      throw e;
    }
  }

  /** Writes an object, and first deletes one that says something else. */
  void replace(String key, byte[] bytes) {
    byte[] there = read(key);
    if (there != null && Arrays.equals(there, bytes)) {
      return;
    }
    if (there != null) {
      var unused = run(objects.delete(key));
    }
    var unused = run(objects.put(key, SdkBytes.fromByteArrayUnsafe(bytes), ObjectMetadata.empty()));
  }

  /** Whether an object is there and says exactly this. */
  boolean holds(String key, byte[] bytes) {
    byte[] there = read(key);
    return there != null && Arrays.equals(there, bytes);
  }

  /**
   * The lengths of the files of a copy, by their keys; the manifest is left out, and what tools put
   * there to show a folder.
   */
  Map<String, Long> files(CopyPlace place) {
    Map<String, Long> files = new HashMap<>();
    String token = null;
    do {
      ObjectPage page = run(objects.list(place.folder(), token));
      for (ListedObject object : page.objects()) {
        if (!object.key().equals(place.manifestKey()) && !object.key().endsWith("/")) {
          files.put(object.key(), object.length());
        }
      }
      token = page.nextToken();
    } while (token != null);
    return files;
  }

  /** Deletes files that an earlier run left and that are not of the copy. */
  void delete(List<String> keys) {
    if (keys.isEmpty()) {
      return;
    }
    List<FailedDelete> failed = run(objects.delete(keys));
    if (!failed.isEmpty()) {
      throw CopyFailures.surplus(url(failed.get(0).key()));
    }
  }
}
