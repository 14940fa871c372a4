package dev.evenkeel.simulator.internal.plan.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * A page under construction, well-formed as HTML and as XML. Texts and attribute values are
 * escaped, so that no key of a user can become markup.
 */
final class Markup {
  /** Elements after which a line end would be a space. */
  private static final Set<String> INLINE = Set.of("b", "bdi", "i", "span");

  private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn
   */
  Markup open(String tag, String... attributes) {
    start(tag, attributes).append('>');
    open.push(tag);
    return this;
  }

  /** Closes the element that was opened last; the tag says which that is. */
  Markup close(String tag) {
    String last = open.pop();
    if (!last.equals(tag)) {
      throw new IllegalStateException("closes " + tag + " but " + last + " is open");
    }
    out.append("</").append(tag).append(INLINE.contains(tag) ? ">" : ">\n");
    return this;
  }

  /** An element without content. */
  Markup empty(String tag, String... attributes) {
    start(tag, attributes).append("/>");
    return this;
  }

  /** An element with text. */
  Markup element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close(tag);
  }

  Markup text(String text) {
    escape(text);
    return this;
  }

  /** The style sheet, which is ours and holds no markup. */
  Markup style(String css) {
    out.append("<style>\n").append(css).append("</style>\n");
    return this;
  }

  private StringBuilder start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
    return out;
  }

  private void escape(String text) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isText(c) ? c : 0xFFFD);
              }
            });
  }

  /**
   * The text characters of XML and HTML: no control characters, no halves of surrogate pairs, no
   * characters that set the direction of text.
   */
  private static boolean isText(int c) {
    return c == '\n'
        || c == '\t'
        || (c >= ' '
            && !(c >= 0x7F && c < 0xA0)
            && !isDirection(c)
            && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
            && c != 0xFFFE
            && c != 0xFFFF);
  }

  /** The characters that turn round the text behind them: marks, embeddings and isolates. */
  private static boolean isDirection(int c) {
    return c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
