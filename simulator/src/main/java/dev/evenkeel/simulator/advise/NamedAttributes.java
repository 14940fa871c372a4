package dev.evenkeel.simulator.advise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The attributes that writes set and that reads of heavy keys request. */
final class NamedAttributes {
  /** More distinct names than this are data, not names. */
  private static final int NAMES_MAX = 1_024;

  private final Map<String, Use> uses = new HashMap<>();
  private long reads;

  private static final class Use {
    private long written;
    private long read;
  }

  void written(List<String> names) {
    for (String name : names) {
      Use use = use(name);
      if (use != null) {
        use.written++;
      }
    }
  }

  /** A read of a heavy key with named attributes. */
  void read(List<String> names) {
    reads++;
    for (String name : names) {
      Use use = use(name);
      if (use != null) {
        use.read++;
      }
    }
  }

  private @Nullable Use use(String name) {
    Use use = uses.get(name);
    if (use == null && uses.size() < NAMES_MAX) {
      use = new Use();
      uses.put(name, use);
    }
    return use;
  }

  /** The number of reads that named their attributes. */
  long reads() {
    return reads;
  }

  /** Attributes that are written and rarely read, with the share of reads that ask for them. */
  Map<String, Double> rarelyRead() {
    Map<String, Double> rare = new TreeMap<>();
    if (reads >= AdvisorRules.NAMED_READS_MIN) {
      uses.forEach(
          (name, use) -> {
            double share = (double) use.read / reads;
            if (use.written > 0 && share <= AdvisorRules.RARELY_READ_SHARE) {
              rare.put(name, share);
            }
          });
    }
    return rare;
  }
}
