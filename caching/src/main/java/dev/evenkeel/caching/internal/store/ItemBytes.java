package dev.evenkeel.caching.internal.store;

import dev.evenkeel.core.internal.value.CanonicalItem;
import dev.evenkeel.core.internal.value.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as bytes for the remote tier: a version, then values with a letter for their type each. */
public final class ItemBytes {
  /** The first may be of a cache of another kind, which was not marked. */
  private static final int VERSION = 2;

  private ItemBytes() {}

  /** The digest of a key, by which a tier knows the item. */
  public static String digest(ItemKey key) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put("p", key.partition());
    if (key.sort() != null) {
      values.put("s", key.sort());
    }
    CanonicalItem canonical = new CanonicalItem();
    int size = canonical.encode(values);
    MessageDigest digest = Sha256.digest();
    digest.update(canonical.bytes(), 0, size);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
  }

  /** Null if it has values that this SDK does not know. */
  static @Nullable SdkBytes of(Map<String, AttributeValue> item) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      writeMap(out, item);
    } catch (IOException unknown) {
      return null;
    }
    return SdkBytes.fromByteArrayUnsafe(bytes.toByteArray());
  }

  /** Null if these are no bytes of an item, or were written by another version. */
  static @Nullable Map<String, AttributeValue> item(SdkBytes bytes) {
    try (DataInputStream in = new DataInputStream(bytes.asInputStream())) {
      return in.readByte() == VERSION ? readMap(in) : null;
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static void writeMap(DataOutputStream out, Map<String, AttributeValue> map)
      throws IOException {
    out.writeInt(map.size());
    for (Map.Entry<String, AttributeValue> each : map.entrySet()) {
      writeText(out, each.getKey());
      write(out, each.getValue());
    }
  }

  private static Map<String, AttributeValue> readMap(DataInputStream in) throws IOException {
    int size = in.readInt();
    Map<String, AttributeValue> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(readText(in), read(in));
    }
    return map;
  }

  private static void write(DataOutputStream out, AttributeValue value) throws IOException {
    out.writeUTF(value.type().name());
    switch (value.type()) {
      case S -> writeText(out, value.s());
      case N -> writeText(out, value.n());
      case B -> writeBytes(out, value.b().asByteArrayUnsafe());
      case BOOL -> out.writeBoolean(value.bool());
      case NUL -> {}
      case L -> {
        out.writeInt(value.l().size());
        for (AttributeValue each : value.l()) {
          write(out, each);
        }
      }
      case M -> writeMap(out, value.m());
      case SS -> writeTexts(out, value.ss());
      case NS -> writeTexts(out, value.ns());
      case BS -> {
        out.writeInt(value.bs().size());
        for (SdkBytes each : value.bs()) {
          writeBytes(out, each.asByteArrayUnsafe());
        }
      }
      case UNKNOWN_TO_SDK_VERSION -> throw new IOException("a value of a type that is not known");
    }
  }

  private static AttributeValue read(DataInputStream in) throws IOException {
    return switch (AttributeValue.Type.valueOf(in.readUTF())) {
      case S -> AttributeValue.fromS(readText(in));
      case N -> AttributeValue.fromN(readText(in));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(readBytes(in)));
      case BOOL -> AttributeValue.fromBool(in.readBoolean());
      case NUL -> AttributeValue.fromNul(true);
      case L -> AttributeValue.fromL(readList(in, ItemBytes::read));
      case M -> AttributeValue.fromM(readMap(in));
      case SS -> AttributeValue.fromSs(readList(in, ItemBytes::readText));
      case NS -> AttributeValue.fromNs(readList(in, ItemBytes::readText));
      case BS ->
          AttributeValue.fromBs(
              readList(in, each -> SdkBytes.fromByteArrayUnsafe(readBytes(each))));
      case UNKNOWN_TO_SDK_VERSION -> throw new IOException("a value of a type that is not known");
    };
  }

  private interface Element<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static <T> List<T> readList(DataInputStream in, Element<T> element) throws IOException {
    int size = in.readInt();
    List<T> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(element.read(in));
    }
    return all;
  }

  private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String each : texts) {
      writeText(out, each);
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > in.available()) {
      throw new IOException("cut off");
    }
    return in.readNBytes(size);
  }
}
