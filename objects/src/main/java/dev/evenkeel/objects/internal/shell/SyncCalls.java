package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.objects.internal.plan.Body;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** Answers what flows ask of S3, on the thread that asks. */
public final class SyncCalls implements Function<Request<?>, Object> {
  private static final String BYTES = "application/octet-stream";

  private final S3Client client;

  public SyncCalls(S3Client client) {
    this.client = client;
  }

  @Override
  public Object apply(Request<?> request) {
    if (request instanceof ObjectRequest.Send<?> send) {
      return S3Operations.call(client, send.request());
    } else if (request instanceof ObjectRequest.Upload<?> upload) {
      return upload(upload.request(), upload.body());
    } else if (request instanceof ObjectRequest.Download download) {
      return download(download);
    } else if (request instanceof ObjectRequest.NewId) {
      return UUID.randomUUID().toString();
    } else if (request instanceof PieceRequest.ReadStream read) {
      return read(read);
    }
    throw new IllegalArgumentException(
        request instanceof PieceRequest
            ? "pieces that come later would block a sync client; take ByteSources.ofStream"
            : "not for S3: " + request);
  }

  private Object upload(S3Request request, ByteBuffer bytes) {
    RequestBody body =
        RequestBody.fromContentProvider(() -> new BufferStream(bytes), bytes.remaining(), BYTES);
    return request instanceof PutObjectRequest put
        ? client.putObject(put, body)
        : client.uploadPart((UploadPartRequest) request, body);
  }

  private Body download(ObjectRequest.Download download) {
    return client.getObject(
        download.request(), (response, stream) -> BodyReader.read(response, stream, download));
  }

  static ByteBuffer read(PieceRequest.ReadStream read) {
    try {
      return ByteBuffer.wrap(read.stream().readNBytes(read.bytes()));
    } catch (IOException e) {
      throw new UncheckedIOException("the source of the object could not be read", e);
    }
  }

  /** The bytes of a buffer, which is not changed, as a stream. */
  static final class BufferStream extends InputStream {
    private final ByteBuffer rest;

    BufferStream(ByteBuffer bytes) {
      rest = bytes.duplicate();
    }

    @Override
    public int read() {
      return rest.hasRemaining() ? rest.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, into.length);
      if (length == 0) {
        return 0;
      }
      if (!rest.hasRemaining()) {
        return -1;
      }
      int bytes = Math.min(length, rest.remaining());
      rest.get(into, offset, bytes);
      return bytes;
    }

    @Override
    public int available() {
      return rest.remaining();
    }
  }
}
