package dev.evenkeel.simulator.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes lines of comma-separated values apart. Each is read for itself, so that a quote without its
 * partner spoils one line and not the rest of the file.
 */
final class CsvLine {
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
      throw new MalformedLineException("a quoted field does not end, or goes on behind its quote");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
