package dev.evenkeel.objects.internal.spec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Texts kept beside an object, by name. Immutable. They travel as user metadata ({@code
 * x-amz-meta-} headers), each value as base64url of its UTF-8 without padding: S3 takes US-ASCII
 * only, and other characters fail with a misleading error of the signature. Names are lower case
 * and found whatever the case in which a store hands them back.
 */
public final class ObjectMetadata {

  /** S3's limit for all names and values of an object together, 2 KB. */
  public static final int BYTES_MAX = 2048;

  /** Names that begin so are the library's own. */
  public static final String RESERVED = "evenkeel-";

  /** The limit for a caller's names and values together, encoded, beside the library's own. */
  public static final int OWN_BYTES_MAX = BYTES_MAX - 128;

  private static final ObjectMetadata EMPTY = new ObjectMetadata(new TreeMap<>());
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

  private final SortedMap<String, String> encoded;

  private ObjectMetadata(SortedMap<String, String> encoded) {
    this.encoded = encoded;
  }

  public static ObjectMetadata empty() {
    return EMPTY;
  }

  /**
   * The same and one text more, or another for the same name.
   *
   * @param name a-z, 0-9 and hyphens within; not beginning with {@link #RESERVED}
   * @param value any text that has a UTF-8 form
   * @throws IllegalArgumentException if name or value are not so, or it becomes more than {@link
   *     #OWN_BYTES_MAX}
   */
  public ObjectMetadata with(String name, String value) {
    if (!NAME.matcher(name).matches() || name.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "metadata name '%s' must be of a-z, 0-9 and hyphens within, and not begin with %s"
              .formatted(name, RESERVED));
    }
    SortedMap<String, String> more = new TreeMap<>(encoded);
    more.put(name, encode(name, value));
    int bytes = more.entrySet().stream().mapToInt(e -> size(e.getKey(), e.getValue())).sum();
    if (bytes > OWN_BYTES_MAX) {
      throw new IllegalArgumentException(
          "metadata has %d bytes with '%s' and may have %d; store a hash of what is long"
              .formatted(bytes, name, OWN_BYTES_MAX));
    }
    return new ObjectMetadata(more);
  }

  private static int size(String name, String value) {
    return name.length() + value.length();
  }

  /**
   * The entries of an object's user metadata in this form. Entries of others, which are not, are
   * left out.
   *
   * @param headers names in any case, without {@code x-amz-meta-}
   */
  public static ObjectMetadata read(Map<String, String> headers) {
    SortedMap<String, String> known = new TreeMap<>();
    headers.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (!lower.startsWith(RESERVED) && decode(value) != null) {
            known.put(lower, value);
          }
        });
    return known.isEmpty() ? EMPTY : new ObjectMetadata(known);
  }

  /** The text of this name, given in any case; null if there is none. */
  public @Nullable String get(String name) {
    String value = encoded.get(name.toLowerCase(Locale.ROOT));
    return value == null ? null : decode(value);
  }

  /** Names and values as they travel. */
  public Map<String, String> encoded() {
    return Collections.unmodifiableMap(encoded);
  }

  private static String encode(String name, String value) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      byte[] bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the metadata value of '" + name + "' holds half a character (a lone surrogate)", e);
    }
  }

  private static @Nullable String decode(String value) {
    try {
      ByteBuffer utf8 = ByteBuffer.wrap(Base64.getUrlDecoder().decode(value));
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (IllegalArgumentException | CharacterCodingException foreign) {
      return null;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObjectMetadata metadata && encoded.equals(metadata.encoded);
  }

  @Override
  public int hashCode() {
    return encoded.hashCode();
  }

  /** The names; values may be anything. */
  @Override
  public String toString() {
    return "ObjectMetadata" + encoded.keySet();
  }
}
