package dev.evenkeel.simulator.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines of comma-separated values as requests. */
final class CsvTrace implements LineParser {
  private static final Pattern SEPARATOR = Pattern.compile("[\\s;]+");

  /** Thousands of records are in memory at a time. */
  private static final int NAMES_LENGTH_MAX = 4_096;

  /** AWS, CreateTable: a name has 3 to 255 characters; an ARN may have more. */
  private static final int TABLE_LENGTH_MAX = 1_024;

  /** Stands for bytes that are no UTF-8, as no text of UTF-8 has half a surrogate pair. */
  private static final String UNREADABLE = "\uD800";

  private final String name;
  private final Access access;
  private CsvColumns columns = CsvColumns.PLAIN;

  /**
   * @param name the trace's, for messages
   */
  CsvTrace(String name, TraceFormat.Csv format) {
    this.name = name;
    this.access = format.access();
  }

  /**
   * Bytes as text. What is no UTF-8 spoils its line and not the trace; a decoder that replaces it
   * would make one key of several.
   */
  static Reader decoded(InputStream bytes) {
    CharsetDecoder decoder =
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE)
            .replaceWith(UNREADABLE);
    return new InputStreamReader(bytes, decoder);
  }

  @Override
  public @Nullable TraceRecord parse(long line, String text) throws MalformedLineException {
    if (text.isBlank()) {
      throw new MalformedLineException("the line is empty");
    }
    if (text.length() > LineReader.LENGTH_MAX) {
      throw new MalformedLineException("longer than " + LineReader.LENGTH_MAX + " characters");
    }
    if (!Utf8.isWellFormed(text)) {
      throw new MalformedLineException("it is not in UTF-8");
    }
    if (text.indexOf('\r') >= 0) {
      throw new MalformedLineException(
          "it has a carriage return; lines end with a line feed, before which one may stand");
    }
    List<String> fields = CsvLine.fields(line == 1 ? withoutByteOrderMark(text) : text);
    if (line == 1 && CsvColumns.isHeader(fields) && !isRecord(fields)) {
      columns = header(fields);
      return null;
    }
    return record(fields);
  }

  private static String withoutByteOrderMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** A key may be called as a column is. */
  private boolean isRecord(List<String> fields) {
    try {
      record(fields);
      return true;
    } catch (MalformedLineException e) {
      return false;
    }
  }

  private CsvColumns header(List<String> fields) {
    try {
      return CsvColumns.of(fields);
    } catch (MalformedLineException e) {
      throw new TraceException(
          name, e.getMessage() + ". Columns are time, key and bytes, in any order.", e);
    }
  }

  private TraceRecord record(List<String> fields) throws MalformedLineException {
    if (fields.size() != columns.count()) {
      throw new MalformedLineException(
          "it has %d %s where there are %d columns (%s)"
              .formatted(
                  fields.size(),
                  fields.size() == 1 ? "field" : "fields",
                  columns.count(),
                  columns.names()));
    }
    String operation = columns.field(fields, "operation").strip();
    Access done = operation.isEmpty() ? access : access(operation);
    return new TraceRecord(
        TraceTime.millis(columns.field(fields, "time")),
        Keys.checked(columns.field(fields, "key")),
        Keys.checkedSort(columns.field(fields, "sortkey").strip()),
        done,
        bytes(columns.field(fields, "bytes"), done),
        attributes(columns.field(fields, "attributes").strip()),
        table(columns.field(fields, "table").strip()));
  }

  private static @Nullable String table(String name) throws MalformedLineException {
    if (name.length() > TABLE_LENGTH_MAX) {
      throw new MalformedLineException(
          "the table has a name of more than " + TABLE_LENGTH_MAX + " characters");
    }
    return name.isEmpty() ? null : name;
  }

  private static List<String> attributes(String names) throws MalformedLineException {
    if (names.length() > NAMES_LENGTH_MAX) {
      throw new MalformedLineException(
          "the names of attributes are longer than " + NAMES_LENGTH_MAX + " characters");
    }
    return SEPARATOR.splitAsStream(names).filter(name -> !name.isEmpty()).toList();
  }

  private static Access access(String operation) throws MalformedLineException {
    return switch (operation.toLowerCase(Locale.ROOT)) {
      case "read" -> Access.EVENTUAL_READ;
      case "strong-read" -> Access.STRONG_READ;
      case "write" -> Access.INSERT;
      case "update", "delete" -> Access.REPLACE;
      default ->
          throw new MalformedLineException(
              "the operation is not read, strong-read, write, update or delete");
    };
  }

  private static long bytes(String text, Access access) throws MalformedLineException {
    boolean isNumber =
        !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      throw new MalformedLineException("the bytes are not a whole number");
    }
    long bytes = Long.parseLong(text);
    if (bytes == 0 && access.type() == OperationType.WRITE) {
      throw new MalformedLineException("what is written has at least 1 byte");
    }
    return bytes;
  }

  /**
   * Takes lines of comma-separated values apart. Each is read for itself, so that a quote without
   * its partner spoils one line and not the rest of the file.
   */
  static final class CsvLine {
    private static final CsvFactory CSV =
        CsvFactory.builder().enable(CsvParser.Feature.TRIM_SPACES).build();

    private CsvLine() {}

    /** The fields, without quotes and the spaces around them. */
    static List<String> fields(String line) throws MalformedLineException {
      List<String> fields = new ArrayList<>();
      try (CsvParser parser = CSV.createParser(line)) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
          if (token == JsonToken.VALUE_STRING) {
            fields.add(parser.getText());
          }
        }
        return fields;
      } catch (JsonProcessingException e) {
        // its message shows what the line holds
        throw new MalformedLineException(
            "a quoted field does not end, or goes on behind its quote");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * The columns of a CSV trace.
   *
   * @param count how many there are
   * @param names all of them, in their order, as far as they are ours; others are "..."
   * @param places where those of ours are that are there
   */
  private record CsvColumns(int count, String names, Map<String, Integer> places) {
    private static final List<String> REQUIRED = List.of("time", "key", "bytes");
    private static final List<String> OPTIONAL =
        List.of("sortkey", "operation", "attributes", "table");

    /** The columns of a trace without a header. */
    static final CsvColumns PLAIN =
        new CsvColumns(3, "time, key, bytes", Map.of("time", 0, "key", 1, "bytes", 2));

    /** Whether a first line is a header: it has one of the required names. */
    static boolean isHeader(List<String> fields) {
      return fields.stream().map(CsvColumns::plain).anyMatch(REQUIRED::contains);
    }

    /**
     * The columns of a header.
     *
     * @throws MalformedLineException if a column is missing, or is there twice
     */
    static CsvColumns of(List<String> header) throws MalformedLineException {
      List<String> all = header.stream().map(CsvColumns::plain).toList();
      Map<String, Integer> places = new LinkedHashMap<>();
      for (String name : Stream.of(REQUIRED, OPTIONAL).flatMap(List::stream).toList()) {
        int column = all.indexOf(name);
        if (column != all.lastIndexOf(name)) {
          throw new MalformedLineException("the header has the column '" + name + "' twice");
        }
        if (column >= 0) {
          places.put(name, column);
        } else if (REQUIRED.contains(name)) {
          throw new MalformedLineException("the header has no column '" + name + "'");
        }
      }
      return new CsvColumns(
          all.size(),
          all.stream()
              .map(name -> places.containsKey(name) ? name : "...")
              .collect(Collectors.joining(", ")),
          places);
    }

    /** The field of a column; empty if the column is missing. */
    String field(List<String> fields, String name) {
      Integer column = places.get(name);
      return column == null ? "" : fields.get(column);
    }

    private static String plain(String name) {
      return name.strip().toLowerCase(Locale.ROOT);
    }
  }
}
