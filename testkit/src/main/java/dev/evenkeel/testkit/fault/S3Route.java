package dev.evenkeel.testkit.fault;

import static software.amazon.awssdk.http.SdkHttpMethod.DELETE;
import static software.amazon.awssdk.http.SdkHttpMethod.GET;
import static software.amazon.awssdk.http.SdkHttpMethod.HEAD;
import static software.amazon.awssdk.http.SdkHttpMethod.POST;
import static software.amazon.awssdk.http.SdkHttpMethod.PUT;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * S3's rule for an operation: the method, the level of the path, and marks: parameters without a
 * value ({@code ?tagging}), the two that have one, and one header. Source: the request syntax of
 * each operation in the S3 API reference.
 */
record S3Route(String operation, SdkHttpMethod method, Level level, Set<String> marks) {
  private static final String UPLOAD_ID = "uploadId";
  private static final String LIST_TYPE = "list-type";
  private static final String COPY_SOURCE = "x-amz-copy-source";

  /** The parameters that mark nothing, also where they are sent empty. */
  private static final Set<String> ORDINARY =
      Set.of(
          "prefix",
          "delimiter",
          "marker",
          "start-after",
          "continuation-token",
          "key-marker",
          "version-id-marker",
          "upload-id-marker",
          "encoding-type");

  private static final List<S3Route> ROUTES =
      List.of(
          route("ListBuckets", GET, Level.SERVICE),
          route("CreateBucket", PUT, Level.BUCKET),
          route("HeadBucket", HEAD, Level.BUCKET),
          route("DeleteBucket", DELETE, Level.BUCKET),
          route("ListObjects", GET, Level.BUCKET),
          route("ListObjectsV2", GET, Level.BUCKET, LIST_TYPE),
          route("ListObjectVersions", GET, Level.BUCKET, "versions"),
          route("ListMultipartUploads", GET, Level.BUCKET, "uploads"),
          route("DeleteObjects", POST, Level.BUCKET, "delete"),
          route("PutObject", PUT, Level.OBJECT),
          route("CopyObject", PUT, Level.OBJECT, COPY_SOURCE),
          route("GetObject", GET, Level.OBJECT),
          route("HeadObject", HEAD, Level.OBJECT),
          route("DeleteObject", DELETE, Level.OBJECT),
          route("GetObjectAttributes", GET, Level.OBJECT, "attributes"),
          route("GetObjectTagging", GET, Level.OBJECT, "tagging"),
          route("PutObjectTagging", PUT, Level.OBJECT, "tagging"),
          route("DeleteObjectTagging", DELETE, Level.OBJECT, "tagging"),
          route("RestoreObject", POST, Level.OBJECT, "restore"),
          route("CreateMultipartUpload", POST, Level.OBJECT, "uploads"),
          route("UploadPart", PUT, Level.OBJECT, UPLOAD_ID),
          route("UploadPartCopy", PUT, Level.OBJECT, UPLOAD_ID, COPY_SOURCE),
          route("ListParts", GET, Level.OBJECT, UPLOAD_ID),
          route("CompleteMultipartUpload", POST, Level.OBJECT, UPLOAD_ID),
          route("AbortMultipartUpload", DELETE, Level.OBJECT, UPLOAD_ID));

  /** The operations that rules can name. */
  static final Set<String> OPERATIONS =
      ROUTES.stream().map(S3Route::operation).collect(Collectors.toUnmodifiableSet());

  private static S3Route route(
      String operation, SdkHttpMethod method, Level level, String... marks) {
    return new S3Route(operation, method, level, Set.of(marks));
  }

  /**
   * The operation's name; for one not listed, its method, level and marks: {@code GET BUCKET
   * [acl]}.
   */
  static String operation(SdkHttpRequest http, Level level) {
    Set<String> marks = marks(http);
    return ROUTES.stream()
        .filter(route -> route.method == http.method())
        .filter(route -> route.level == level && route.marks.equals(marks))
        .map(S3Route::operation)
        .findFirst()
        .orElseGet(() -> http.method() + " " + level + " " + marks);
  }

  private static Set<String> marks(SdkHttpRequest http) {
    Set<String> marks = new TreeSet<>();
    for (Map.Entry<String, List<String>> parameter : http.rawQueryParameters().entrySet()) {
      if (isMark(parameter.getKey(), parameter.getValue())) {
        marks.add(parameter.getKey());
      }
    }
    http.firstMatchingHeader(COPY_SOURCE).ifPresent(source -> marks.add(COPY_SOURCE));
    return marks;
  }

  private static boolean isMark(String name, List<String> values) {
    boolean valued = values.stream().anyMatch(value -> value != null && !value.isEmpty());
    return valued ? name.equals(UPLOAD_ID) || name.equals(LIST_TYPE) : !ORDINARY.contains(name);
  }

  /** The level of a path. */
  enum Level {
    SERVICE,
    BUCKET,
    OBJECT
  }
}
