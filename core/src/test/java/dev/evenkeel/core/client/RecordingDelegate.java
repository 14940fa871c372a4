package dev.evenkeel.core.client;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/** A client of either kind that notes its calls and answers each with an empty response. */
final class RecordingDelegate implements InvocationHandler {
  record Call(String method, Object argument) {}

  final List<Call> calls = new ArrayList<>();
  int closed;

  <C> C as(Class<C> client) {
    return client.cast(
        Proxy.newProxyInstance(client.getClassLoader(), new Class<?>[] {client}, this));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Exception {
    if (method.getName().equals("close")) {
      closed++;
      return null;
    }
    Object request = requireNonNull(arguments)[0];
    calls.add(new Call(method.getName(), request));
    Object response = responseTo(request);
    return method.getReturnType() == CompletableFuture.class
        ? CompletableFuture.completedFuture(response)
        : response;
  }

  private static Object responseTo(Object request) throws Exception {
    String response = request.getClass().getName().replaceAll("Request$", "Response");
    SdkBuilder<?, ?> builder =
        (SdkBuilder<?, ?>) Class.forName(response).getMethod("builder").invoke(null);
    return builder.build();
  }
}
