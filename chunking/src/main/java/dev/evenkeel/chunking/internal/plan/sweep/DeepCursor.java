package dev.evenkeel.chunking.internal.plan.sweep;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a deep sweep is: the place in which it stands, and where it goes on there. As text it is
 * {@code 1}, the place and the parts of the position, the latter two base64url, joined by dots.
 *
 * @param place names it among the places of the sweeper
 * @param position where the place goes on; empty at its beginning
 */
record DeepCursor(String place, List<String> position) {
  private static final String VERSION = "1";

  DeepCursor {
    position = List.copyOf(position);
  }

  String text() {
    StringBuilder text = new StringBuilder(VERSION).append('.').append(encoded(place));
    position.forEach(part -> text.append('.').append(encoded(part)));
    return text.toString();
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static DeepCursor of(String text) {
    List<String> parts = List.of(text.split("\\.", -1));
    List<String> decoded = new ArrayList<>();
    for (String part : parts.subList(1, parts.size())) {
      String value = decoded(part);
      if (value != null) {
        decoded.add(value);
      }
    }
    if (!parts.get(0).equals(VERSION) || decoded.isEmpty() || decoded.size() < parts.size() - 1) {
      throw new IllegalArgumentException(
          "This is no cursor of a deep sweep: start it again with null");
    }
    return new DeepCursor(decoded.get(0), decoded.subList(1, decoded.size()));
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String decoded(String part) {
    try {
      return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
