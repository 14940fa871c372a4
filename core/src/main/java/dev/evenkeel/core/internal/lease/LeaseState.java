package dev.evenkeel.core.internal.lease;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stored state of a lease. Every write increases fence or version, so that no state occurs
 * twice, and a conditional write applies only once and only to its state.
 *
 * @param owner null if the lease is free
 * @param lengthMillis 0 if the lease is free
 */
record LeaseState(long fence, long version, @Nullable String owner, long lengthMillis) {
  /** No lease was ever here: there is no attribute. */
  static final LeaseState NEW = new LeaseState(0, 0, null, 0);

  private static final long FORMAT = 1;
  private static final String FORMAT_ENTRY = "format";
  private static final String FENCE = "fence";
  private static final String VERSION = "version";
  private static final String OWNER = "owner";
  private static final String LENGTH = "length";
  private static final Set<String> FREE = Set.of(FORMAT_ENTRY, FENCE, VERSION);
  private static final Set<String> HELD = Set.of(FORMAT_ENTRY, FENCE, VERSION, OWNER, LENGTH);
  private static final Pattern NATURAL = Pattern.compile("[1-9][0-9]{0,17}");

  static LeaseState held(String owner, long fence, long version, Duration length) {
    return new LeaseState(fence, version, owner, length.toMillis());
  }

  LeaseState takenBy(String taker, Duration length) {
    return held(taker, Math.addExact(fence, 1), 1, length);
  }

  LeaseState renewed() {
    return new LeaseState(fence, Math.addExact(version, 1), owner, lengthMillis);
  }

  LeaseState released() {
    return new LeaseState(fence, Math.addExact(version, 1), null, 0);
  }

  /** Whether this is the same acquisition, renewed any number of times. */
  boolean isOf(Lease lease) {
    return fence == lease.fence() && lease.owner().equals(owner);
  }

  AttributeValue write() {
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    entries.put(FORMAT_ENTRY, number(FORMAT));
    entries.put(FENCE, number(fence));
    entries.put(VERSION, number(version));
    if (owner != null) {
      entries.put(OWNER, AttributeValue.fromS(owner));
      entries.put(LENGTH, number(lengthMillis));
    }
    return AttributeValue.fromM(entries);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param attribute null if the item or the attribute is not there
   * @throws LeaseFormatException if it is anything else
   */
  static LeaseState read(String table, @Nullable AttributeValue attribute) {
    if (attribute == null) {
      return NEW;
    }
    if (!attribute.hasM()) {
      throw new LeaseFormatException(table, "it is no map");
    }
    Map<String, AttributeValue> entries = attribute.m();
    long format = natural(table, entries, FORMAT_ENTRY);
    if (format != FORMAT) {
      throw new LeaseFormatException(
          table, "it has format %d, and only %d is known".formatted(format, FORMAT));
    }
    AttributeValue owner = entries.get(OWNER);
    if (!entries.keySet().equals(owner == null ? FREE : HELD)) {
      throw new LeaseFormatException(table, "it has entries that are not known, or lacks some");
    }
    long fence = natural(table, entries, FENCE);
    long version = natural(table, entries, VERSION);
    return owner == null
        ? new LeaseState(fence, version, null, 0)
        : new LeaseState(fence, version, owner(table, owner), length(table, entries));
  }

  private static String owner(String table, AttributeValue value) {
    if (value.s() == null) {
      throw new LeaseFormatException(table, "its entry '%s' is no text".formatted(OWNER));
    }
    return value.s();
  }

  private static long length(String table, Map<String, AttributeValue> entries) {
    long millis = natural(table, entries, LENGTH);
    if (millis > Leases.LENGTH_MAX.toMillis()) {
      throw new LeaseFormatException(
          table, "its entry '%s' is more than %s".formatted(LENGTH, Leases.LENGTH_MAX));
    }
    return millis;
  }

  private static long natural(String table, Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    String digits = value == null ? null : value.n();
    if (digits == null || !NATURAL.matcher(digits).matches()) {
      throw new LeaseFormatException(
          table, "its entry '%s' is no whole number from 1 on".formatted(name));
    }
    return Long.parseLong(digits);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
