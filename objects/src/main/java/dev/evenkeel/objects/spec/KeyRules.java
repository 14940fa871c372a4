package dev.evenkeel.objects.spec;

import dev.evenkeel.core.internal.value.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The rules for prefixes and keys. S3 itself takes nearly everything; what is refused here is what
 * other tools, XML 1.0 or URLs cannot hand on unchanged.
 */
final class KeyRules {
  private KeyRules() {}

  /** The prefix, ending with a slash unless it is empty. */
  static String prefix(String given) {
    if (given.isEmpty()) {
      return given;
    }
    String prefix = given.endsWith("/") ? given : given + "/";
    if (!prefix.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "prefix holds control characters or others than ASCII; keys are shown in many places");
    }
    requireSegments("prefix", prefix.substring(0, prefix.length() - 1), prefix);
    if (prefix.length() > BucketSpec.PREFIX_BYTES_MAX) {
      throw new IllegalArgumentException(
          "prefix has %d bytes and may have %d, so that there is room for what is appended"
              .formatted(prefix.length(), BucketSpec.PREFIX_BYTES_MAX));
    }
    return prefix;
  }

  /** The whole key of an object below a prefix. */
  static String key(String prefix, String below) {
    requireSegments("key", below, below);
    String wrong = wrongCharacter(below);
    if (wrong != null) {
      throw new IllegalArgumentException("key holds " + wrong);
    }
    String key = prefix + below;
    int bytes = Utf8.length(key);
    if (bytes > BucketSpec.KEY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "key has %d bytes of UTF-8 with its prefix; S3 allows %d"
              .formatted(bytes, BucketSpec.KEY_BYTES_MAX));
    }
    return key;
  }

  private static void requireSegments(String what, String path, String shown) {
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        throw new IllegalArgumentException(
            "%s '%s' has a segment that is empty, '.' or '..'".formatted(what, shown));
      }
    }
  }

  private static @Nullable String wrongCharacter(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (Character.isISOControl(c) || c >= 0xfffe) {
        return "a character that XML cannot carry, at " + i;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < key.length()
          && Character.isLowSurrogate(key.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "half a character (a lone surrogate), at " + i;
      }
    }
    return null;
  }
}
