package dev.evenkeel.objects.internal.plan;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The result of reading a body.
 *
 * @param bytes the received bytes; a beginning of the body if the reading was cut, and nothing if
 *     the body was too long
 * @param cut why no more came; null if all came
 * @param tooLong whether the body was longer than requested, and not read
 * @param sha256 of a whole body that was hashed while it came; else null
 */
public record Body(
    GetObjectResponse response,
    ByteBuffer bytes,
    @Nullable Throwable cut,
    boolean tooLong,
    @Nullable SdkBytes sha256) {

  public static Body whole(
      GetObjectResponse response, ByteBuffer bytes, @Nullable SdkBytes sha256) {
    return new Body(response, bytes, null, false, sha256);
  }

  public static Body cut(GetObjectResponse response, ByteBuffer bytes, Throwable why) {
    return new Body(response, bytes, why, false, null);
  }

  public static Body tooLong(GetObjectResponse response) {
    return new Body(response, ByteBuffer.allocate(0), null, true, null);
  }
}
