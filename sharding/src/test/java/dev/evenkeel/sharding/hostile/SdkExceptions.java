package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.Crc32MismatchException;
import software.amazon.awssdk.core.exception.NonRetryableException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.utils.builder.Buildable;

/** Every exception that the SDK's client throws, with a text and an item in every place. */
final class SdkExceptions {
  private static final SdkHttpResponse HTTP = SdkHttpResponse.builder().statusCode(400).build();

  private static final StackTraceElement[] TRACE = {
    new StackTraceElement("Delegate", "call", "Delegate.java", 1),
    new StackTraceElement("Caller", "call", "Caller.java", 1)
  };

  private SdkExceptions() {}

  /** The exceptions of the model and of the SDK's core. */
  static List<Class<?>> classes() {
    List<Class<?>> classes = new ArrayList<>(modelled());
    Collections.addAll(
        classes,
        AwsServiceException.class,
        SdkServiceException.class,
        SdkClientException.class,
        ApiCallTimeoutException.class,
        ApiCallAttemptTimeoutException.class,
        RetryableException.class,
        NonRetryableException.class,
        AbortedException.class,
        Crc32MismatchException.class);
    return classes;
  }

  /** One of each kind: with items, with reasons, with texts of its own, and with none of these. */
  static List<Class<?>> kinds() {
    return List.of(
        ConditionalCheckFailedException.class,
        TransactionCanceledException.class,
        ProvisionedThroughputExceededException.class,
        DynamoDbException.class,
        SdkClientException.class);
  }

  private static List<Class<?>> modelled() {
    TreeSet<String> names = new TreeSet<>();
    String folder = DynamoDbException.class.getPackageName().replace('.', '/');
    try {
      URI jar = DynamoDbException.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      try (FileSystem files = FileSystems.newFileSystem(Path.of(jar));
          Stream<Path> all = Files.list(files.getPath(folder))) {
        all.map(path -> path.getFileName().toString())
            .filter(name -> name.endsWith("Exception.class"))
            .forEach(name -> names.add(name.replace(".class", "")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
    assertThat(names).hasSizeGreaterThan(30);
    return names.stream()
        .<Class<?>>map(SdkExceptions::modelled)
        .filter(SdkException.class::isAssignableFrom) // FailureException is a structure
        .toList();
  }

  private static Class<?> modelled(String name) {
    try {
      return Class.forName(DynamoDbException.class.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * An exception that quotes {@code text} wherever it can.
   *
   * @param items one for each action of a transaction
   */
  static SdkException of(Class<?> type, String text, List<Map<String, AttributeValue>> items) {
    SdkException.Builder builder = builder(type);
    builder.message("message: " + text).numAttempts(3).cause(cause(text));
    if (builder instanceof SdkServiceException.Builder service) {
      service.requestId("request 1").extendedRequestId("request 2").statusCode(400);
    }
    if (builder instanceof AwsServiceException.Builder aws) {
      aws.awsErrorDetails(details(type, text, items));
    }
    if (builder instanceof SdkPojo structure) {
      fill(structure, text, items);
    }
    SdkException failure = builder.build();
    failure.addSuppressed(SdkClientException.create("attempt 1: " + text));
    failure.addSuppressed(new IllegalStateException("attempt 2: " + text));
    failure.addSuppressed(new IllegalStateException("attempt 3"));
    shorten(failure);
    return failure;
  }

  /** The frames hold no key, and to print and search a hundred of them takes most of the time. */
  private static void shorten(Throwable failure) {
    failure.setStackTrace(TRACE);
    for (Throwable suppressed : failure.getSuppressed()) {
      shorten(suppressed);
    }
    if (failure.getCause() != null) {
      shorten(failure.getCause());
    }
  }

  private static SdkException.Builder builder(Class<?> type) {
    try {
      return (SdkException.Builder) type.getMethod("builder").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Throwable cause(String text) {
    return SdkClientException.create(
        "cause: " + text,
        new IOException("wire: " + text, new UncheckedIOException(new IOException("below"))));
  }

  private static AwsErrorDetails details(
      Class<?> type, String text, List<Map<String, AttributeValue>> items) {
    String json = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u00e9", "\\u00E9");
    String raw = "{\"message\":\"" + json + "\"}" + items.size();
    return AwsErrorDetails.builder()
        .errorCode(type.getSimpleName())
        .errorMessage("details: " + text)
        .serviceName("DynamoDb")
        .sdkHttpResponse(HTTP)
        .rawResponse(SdkBytes.fromString(raw + "\u00ff", StandardCharsets.ISO_8859_1)) // not UTF-8
        .build();
  }

  private static void fill(SdkPojo builder, String text, List<Map<String, AttributeValue>> items) {
    for (SdkField<?> field : builder.sdkFields()) {
      field.set(builder, value(field, text, items));
    }
  }

  private static Object value(
      SdkField<?> field, String text, List<Map<String, AttributeValue>> items) {
    if (field.marshallingType() == MarshallingType.STRING) {
      return "field: " + text;
    }
    if (field.marshallingType() == MarshallingType.LIST) {
      SdkField<?> member = field.getTrait(ListTrait.class).memberFieldInfo();
      return items.stream().map(item -> value(member, text, List.of(item))).toList();
    }
    if (field.marshallingType() == MarshallingType.MAP) {
      SdkField<?> value = field.getTrait(MapTrait.class).valueFieldInfo();
      assertThat(value.constructor().get()).isInstanceOf(AttributeValue.Builder.class);
      return items.get(0);
    }
    assertThat(field.marshallingType()).isEqualTo(MarshallingType.SDK_POJO);
    SdkPojo builder = field.constructor().get();
    fill(builder, text, items);
    return ((Buildable) builder).build();
  }
}
