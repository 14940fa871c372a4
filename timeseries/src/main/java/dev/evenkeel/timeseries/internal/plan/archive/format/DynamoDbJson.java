package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.evenkeel.timeseries.internal.plan.archive.format.ItemReader.MalformedItemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One item as one line of DynamoDB JSON, <code>{"Item":{"pk":{"S":"a"}}}</code>, as
 * ExportTableToPointInTime writes and ImportTable reads it: attributes in the order of the map,
 * numbers as they are, binaries in Base64, UTF-8. Whole files go through {@link DataFileWriter} and
 * {@link DataFileReader}, which keep their buffers.
 */
public final class DynamoDbJson {
  private DynamoDbJson() {}

  /**
   * The line, with the line feed that ends it.
   *
   * @throws dev.evenkeel.core.DecoratorException if the item holds what cannot be written: a value
   *     without a type, or half of a character
   */
  public static byte[] line(Map<String, AttributeValue> item) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.FACTORY.createGenerator(bytes)) {
      new ItemWriter(json).writeLine(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * The item of a line, with or without the line feed. Strict: whatever is not exactly one item
   * that DynamoDB could have exported is refused.
   *
   * @param file where the line is
   * @param number of the line, from 1
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException if it is no item
   */
  public static Map<String, AttributeValue> item(ArchiveObject file, long number, byte[] line) {
    return item(file, number, line, 0, line.length, new StrictUtf8());
  }

  static Map<String, AttributeValue> item(
      ArchiveObject file, long number, byte[] bytes, int start, int length, StrictUtf8 utf8) {
    String problem;
    try {
      return ItemReader.read(utf8.decode(bytes, start, length));
    } catch (CharacterCodingException e) {
      problem = "is not in UTF-8";
    } catch (MalformedItemException e) {
      problem = String.valueOf(e.getMessage());
    }
    throw file.damaged("cannot be read: line %d %s".formatted(number, problem));
  }
}
