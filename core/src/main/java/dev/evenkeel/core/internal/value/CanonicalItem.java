package dev.evenkeel.core.internal.value;

import dev.evenkeel.core.DecoratorException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Encodes items as bytes that are equal exactly if DynamoDB treats the items as equal: maps and
 * sets without order, numbers by value. Keeps its buffer from item to item. Not thread-safe.
 *
 * <p>The bytes are digested and never stored; {@code docs/wire-format.md} says how they are made.
 */
public final class CanonicalItem {
  private static final int INITIAL_BYTES = 4 * 1024;
  private static final int LENGTH_BYTES = 4;
  private static final Comparator<Map.Entry<String, AttributeValue>> BY_NAME =
      Map.Entry.comparingByKey(Utf8::compare);

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int size;

  /**
   * Encodes an item.
   *
   * @return how many of {@link #bytes} are the item's
   * @throws DecoratorException if it holds a value without a type
   * @throws dev.evenkeel.core.InvalidNumberException if DynamoDB would refuse a number of it
   */
  public int encode(Map<String, AttributeValue> item) {
    size = 0;
    map(item);
    return size;
  }

  /** The buffer with the bytes of the last item, which the next one overwrites. */
  public byte[] bytes() {
    return bytes;
  }

  private void value(AttributeValue value) {
    AttributeValue.Type type = value.type();
    if (type == null) {
      throw untyped();
    }
    switch (type) {
      case S -> text('S', value.s());
      case N -> text('N', CanonicalNumber.of(value.n()));
      case B -> binary('B', value.b().asByteArrayUnsafe());
      case BOOL -> tag(value.bool() ? 'T' : 'F');
      case NUL -> tag('0');
      case L -> list(value.l());
      case M -> map(value.m());
      case SS -> texts('s', value.ss().toArray(String[]::new));
      case NS -> texts('n', value.ns().stream().map(CanonicalNumber::of).toArray(String[]::new));
      case BS -> binaries(value.bs());
      case UNKNOWN_TO_SDK_VERSION -> throw untyped();
    }
  }

  private void map(Map<String, AttributeValue> entries) {
    List<Map.Entry<String, AttributeValue>> sorted = new ArrayList<>(entries.entrySet());
    sorted.sort(BY_NAME);
    tag('M');
    number(sorted.size());
    for (Map.Entry<String, AttributeValue> entry : sorted) {
      text(entry.getKey());
      value(entry.getValue());
    }
  }

  private void list(List<AttributeValue> elements) {
    tag('L');
    number(elements.size());
    elements.forEach(this::value);
  }

  private void texts(char tag, String[] members) {
    Arrays.sort(members, Utf8::compare);
    tag(tag);
    number(members.length);
    for (String member : members) {
      text(member);
    }
  }

  private void binaries(List<SdkBytes> members) {
    byte[][] sorted =
        members.stream()
            .map(SdkBytes::asByteArrayUnsafe)
            .sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
    tag('b');
    number(sorted.length);
    for (byte[] member : sorted) {
      binary(member);
    }
  }

  private void text(char tag, String text) {
    tag(tag);
    text(text);
  }

  private void text(String text) {
    binary(text.getBytes(StandardCharsets.UTF_8));
  }

  private void binary(char tag, byte[] content) {
    tag(tag);
    binary(content);
  }

  private void binary(byte[] content) {
    number(content.length);
    makeRoom(content.length);
    System.arraycopy(content, 0, bytes, size, content.length);
    size += content.length;
  }

  private void tag(char tag) {
    makeRoom(1);
    bytes[size++] = (byte) tag;
  }

  private void number(int number) {
    makeRoom(LENGTH_BYTES);
    bytes[size++] = (byte) (number >>> 24);
    bytes[size++] = (byte) (number >>> 16);
    bytes[size++] = (byte) (number >>> 8);
    bytes[size++] = (byte) number;
  }

  private void makeRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  private static DecoratorException untyped() {
    return new DecoratorException(
        "An item holds a value of no type, or of one that this SDK does not know, so that it cannot be told from others. Use a newer AWS SDK.");
  }
}
