package dev.evenkeel.simulator.trace;

/** Takes the fields of one log line from left to right; what it refuses, it names by field. */
final class LineCursor {
  private final String text;
  private int position;

  LineCursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return text.substring(position).isBlank();
  }

  /** The characters up to the next space or the end. */
  String word(String field) throws MalformedLineException {
    int space = text.indexOf(' ', position);
    return take(space < 0 ? text.length() : space, field);
  }

  /** The characters up to the next {@code delimiter}, which stays. */
  String upTo(String delimiter, String field) throws MalformedLineException {
    int end = text.indexOf(delimiter, position);
    if (end < 0) {
      throw new MalformedLineException("after the " + field + ", '" + delimiter + "' is missing");
    }
    return take(end, field);
  }

  /** The characters between {@code [} and {@code ]}. */
  String bracketed(String field) throws MalformedLineException {
    open('[', field);
    int end = text.indexOf(']', position);
    if (end < 0) {
      throw new MalformedLineException("the closing bracket of the " + field + " is missing");
    }
    return close(end, field);
  }

  /** The characters between two quotes, with backslash escapes left as they are. */
  String quoted(String field) throws MalformedLineException {
    open('"', field);
    int end = position;
    while (end < text.length() && text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length()) {
      throw new MalformedLineException("the closing quote of the " + field + " is missing");
    }
    return close(end, field);
  }

  private void open(char opening, String field) throws MalformedLineException {
    if (position >= text.length() || text.charAt(position) != opening) {
      throw new MalformedLineException("the " + field + " does not start with " + opening);
    }
    position++;
  }

  private String close(int end, String field) throws MalformedLineException {
    String value = text.substring(position, end);
    position = end + 1;
    skipSpace(field);
    return value;
  }

  private String take(int end, String field) throws MalformedLineException {
    if (end <= position) {
      throw new MalformedLineException("the " + field + " is missing");
    }
    String value = text.substring(position, end);
    position = end;
    skipSpace(field);
    return value;
  }

  private void skipSpace(String field) throws MalformedLineException {
    if (position < text.length() && text.charAt(position++) != ' ') {
      throw new MalformedLineException("no space follows the " + field);
    }
  }
}
