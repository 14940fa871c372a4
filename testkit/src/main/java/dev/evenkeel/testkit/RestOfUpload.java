package dev.evenkeel.testkit;

import java.lang.reflect.Field;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.shaded.org.eclipse.jetty.http.HttpStatus;
import org.gaul.shaded.org.eclipse.jetty.io.Content;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.server.Server;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;

/**
 * Reads what S3Proxy leaves unread of an upload that it took. It stops before the trailer with the
 * checksum; if the trailer is still on its way then, Jetty closes the connection behind the answer,
 * under a client that may have begun its next request.
 */
final class RestOfUpload extends Handler.Wrapper {
  private RestOfUpload(Handler uploads) {
    super(uploads);
  }

  /** Puts itself in front of a proxy that was not started; S3Proxy has no setting for handlers. */
  static void readFor(S3Proxy proxy) {
    try {
      Field field = S3Proxy.class.getDeclaredField("server");
      field.setAccessible(true);
      Server server = (Server) field.get(proxy);
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
