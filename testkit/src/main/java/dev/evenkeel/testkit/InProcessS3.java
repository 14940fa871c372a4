package dev.evenkeel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.gaul.shaded.org.eclipse.jetty.http.HttpStatus;
import org.gaul.shaded.org.eclipse.jetty.io.Content;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** S3Proxy in this JVM, on a free port, checking signatures. */
record InProcessS3(S3Proxy proxy, BlobStore store, @Nullable Path folder, URI endpoint)
    implements Server {

  static InProcessS3 start(S3Storage storage) {
    return switch (storage) {
      case MEMORY -> start(new TransientNio2BlobStore(), null);
      case TEMPORARY_FOLDER -> {
        Path folder = temporaryFolder();
        yield start(new FilesystemNio2BlobStore(folder.toString()), folder);
      }
    };
  }

  private static InProcessS3 start(BlobStore store, @Nullable Path folder) {
    // Unknown headers: the async client's multipart uploads send x-amz-mp-object-size.
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(
                AuthenticationType.AWS_V2_OR_V4, LocalS3.ACCESS_KEY, LocalS3.SECRET_KEY)
            .ignoreUnknownHeaders(true)
            .build();
    try {
      RestOfUpload.readFor(proxy);
      proxy.start();
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy did not start", e);
    }
    URI endpoint = URI.create("http://127.0.0.1:" + proxy.getPort());
    return new InProcessS3(proxy, store, folder, endpoint);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("evenkeel-s3-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      proxy.stop();
      store.close();
      if (folder != null) {
        delete(folder);
      }
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy did not stop at " + endpoint, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(folder)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }

  /**
   * Reads what S3Proxy leaves unread of an upload that it took. It stops before the trailer with
   * the checksum; if the trailer is still on its way then, Jetty closes the connection behind the
   * answer, under a client that may have begun its next request.
   */
  private static final class RestOfUpload extends Handler.Wrapper {
    private RestOfUpload(Handler uploads) {
      super(uploads);
    }

    /**
     * Puts itself in front of a proxy that was not started; S3Proxy has no setting for handlers.
     */
    static void readFor(S3Proxy proxy) {
      try {
        Field field = S3Proxy.class.getDeclaredField("server");
        field.setAccessible(true);
        var server = (org.gaul.shaded.org.eclipse.jetty.server.Server) field.get(proxy);
        server.setHandler(new RestOfUpload(server.getHandler()));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("This version of S3Proxy keeps its server elsewhere", e);
      }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      return super.handle(
          request,
          response,
          new Callback.Nested(callback) {
            @Override
            public void succeeded() {
              // A client that was refused may send nothing more.
              if (HttpStatus.isSuccess(response.getStatus())) {
                Content.Source.consumeAll(request, getCallback());
              } else {
                super.succeeded();
              }
            }
          });
    }
  }
}
