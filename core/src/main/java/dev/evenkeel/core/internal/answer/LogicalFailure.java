package dev.evenkeel.core.internal.answer;

import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A failure as the caller may see it: of the same class, with the same details, and with logical
 * keys where it quotes physical ones, in its causes and suppressed exceptions too.
 *
 * <p>SDK exceptions are rebuilt. Others cannot be: the failure itself then stays as it is, since
 * callers know it by its class, and a cause is replaced by a {@link RedactedException}.
 */
public final class LogicalFailure {
  private final PhysicalTexts texts;
  private final StructureTexts members;
  private final IdentityHashMap<Throwable, Throwable> known = new IdentityHashMap<>();

  private LogicalFailure(PhysicalTexts texts) {
    this.texts = texts;
    this.members =
        new StructureTexts() {
          @Override
          protected String text(String member, String text) {
            return texts.logical(text);
          }
        };
  }

  /**
   * Makes a failure logical.
   *
   * @param texts the physical keys of the request that failed
   * @return the same object if it shows none of them
   */
  public static Throwable of(Throwable failure, PhysicalTexts texts) {
    if (texts.isEmpty()) {
      return failure;
    }
    Throwable logical = new LogicalFailure(texts).logical(failure);
    return logical instanceof RedactedException ? failure : logical;
  }

  /** Each exception once, also where one is among its own causes. */
  private Throwable logical(Throwable failure) {
    Throwable before = known.putIfAbsent(failure, failure);
    if (before != null) {
      return before;
    }
    Throwable logical = mapped(failure);
    known.put(failure, logical);
    return logical;
  }

  private Throwable mapped(Throwable failure) {
    Throwable cause = failure.getCause() == null ? null : logical(failure.getCause());
    Throwable[] suppressed = failure.getSuppressed();
    boolean same = cause == failure.getCause();
    for (int i = 0; i < suppressed.length; i++) {
      Throwable logical = logical(suppressed[i]);
      same &= logical == suppressed[i];
      suppressed[i] = logical;
    }
    if (same && !isPhysical(failure)) {
      return failure;
    }
    Throwable rebuilt = rebuilt(failure, cause);
    rebuilt.setStackTrace(failure.getStackTrace());
    for (Throwable one : suppressed) {
      rebuilt.addSuppressed(one);
    }
    return rebuilt;
  }

  private boolean isPhysical(Throwable failure) {
    return isPhysical(failure.toString())
        || (failure instanceof SdkPojo structure && members.areReplaced(structure))
        || (failure instanceof AwsServiceException service
            && isPhysical(service.awsErrorDetails()));
  }

  private boolean isPhysical(@Nullable AwsErrorDetails details) {
    return details != null
        && (isPhysical(details.errorMessage()) || isPhysical(details.rawResponse()));
  }

  private boolean isPhysical(@Nullable String text) {
    return text != null && texts.in(text);
  }

  /** A body that is not UTF-8 may come from a proxy. */
  private boolean isPhysical(@Nullable SdkBytes json) {
    return json != null
        && isPhysical(
            JsonText.unescaped(new String(json.asByteArrayUnsafe(), StandardCharsets.UTF_8)));
  }

  private Throwable rebuilt(Throwable failure, @Nullable Throwable cause) {
    if (failure instanceof SdkException sdk) {
      SdkException rebuilt = rebuilt(sdk, cause);
      if (rebuilt.getClass() == failure.getClass()) {
        return rebuilt;
      }
    }
    return new RedactedException(texts.logical(failure.toString()), cause);
  }

  private SdkException rebuilt(SdkException failure, @Nullable Throwable cause) {
    SdkException.Builder rebuilt =
        failure.toBuilder().message(logical(failure.rawMessage())).cause(cause);
    if (failure instanceof SdkPojo structure && rebuilt instanceof SdkPojo copy) {
      members.set(structure, copy);
    }
    if (failure instanceof AwsServiceException service
        && service.awsErrorDetails() != null
        && rebuilt instanceof AwsServiceException.Builder copy) {
      copy.awsErrorDetails(logical(service.awsErrorDetails()));
    }
    return rebuilt.build();
  }

  /** The raw response is dropped: it holds the physical texts. */
  private AwsErrorDetails logical(AwsErrorDetails details) {
    return details.toBuilder()
        .errorMessage(logical(details.errorMessage()))
        .rawResponse(null)
        .build();
  }

  private @Nullable String logical(@Nullable String message) {
    return message == null ? null : texts.logical(message);
  }

  /** Replaces an exception whose text quoted physical keys, and prints as it. */
  static final class RedactedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RedactedException(String text, @Nullable Throwable cause) {
      super(text, cause);
    }

    @SuppressWarnings("OverrideThrowableToString") // the text names the class it stands for
    @Override
    public String toString() {
      return String.valueOf(getMessage());
    }
  }

  /** JSON as a text to search: escapes in its strings undone, nothing else. */
  static final class JsonText {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

    private JsonText() {}

    static String unescaped(String json) {
      return ESCAPE.matcher(json).replaceAll(JsonText::character);
    }

    private static String character(MatchResult escape) {
      String meant =
          escape.group(1) != null
              ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
              : switch (escape.group(2)) {
                case "n" -> "\n";
                case "r" -> "\r";
                case "t" -> "\t";
                case "b" -> "\b";
                case "f" -> "\f";
                default -> escape.group(2);
              };
      return Matcher.quoteReplacement(meant);
    }
  }
}
