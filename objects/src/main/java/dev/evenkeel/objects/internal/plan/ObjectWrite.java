package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.objects.internal.spec.WrittenObject;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An object that is being written.
 *
 * @param key the whole key
 * @param below the key as the caller knows it
 * @param id drawn for this object, kept in its metadata
 */
record ObjectWrite(String key, String below, String id, long length, SdkBytes sha256) {
  WrittenObject written(@Nullable String etag) {
    return new WrittenObject(below, length, sha256, etag);
  }
}
