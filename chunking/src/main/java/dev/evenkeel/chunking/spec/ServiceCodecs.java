package dev.evenkeel.chunking.spec;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The codecs that an application brings as services, looked for once. */
final class ServiceCodecs {
  private static @Nullable Map<String, ValueCodec> found;

  private ServiceCodecs() {}

  /** All codecs by name, in order. A failure is not remembered: the next call looks again. */
  static synchronized Map<String, ValueCodec> all() {
    Map<String, ValueCodec> codecs = found;
    if (codecs == null) {
      codecs = byName(ServiceLoader.load(ValueCodec.class, ServiceCodecs.class.getClassLoader()));
      found = codecs;
    }
    return codecs;
  }

  static Map<String, ValueCodec> byName(Iterable<ValueCodec> services) {
    Map<String, ValueCodec> codecs = new TreeMap<>();
    try {
      for (ValueCodec codec : services) {
        add(codec, codecs);
      }
    } catch (ServiceConfigurationError e) {
      throw new LargeValueException(
          Reason.UNKNOWN_CODEC,
          "A service of type "
              + ValueCodec.class.getName()
              + " cannot be loaded, so no codec of the application can be. See the cause.",
          e);
    }
    return Map.copyOf(codecs);
  }

  private static void add(ValueCodec codec, Map<String, ValueCodec> codecs) {
    Codecs.checked(codec);
    ValueCodec other = codecs.putIfAbsent(codec.name(), codec);
    if (other != null) {
      throw new LargeValueException(
          Reason.UNKNOWN_CODEC,
          "Two services have the codec name '%s': %s and %s. Remove one of them."
              .formatted(codec.name(), other.getClass().getName(), codec.getClass().getName()));
    }
  }
}
