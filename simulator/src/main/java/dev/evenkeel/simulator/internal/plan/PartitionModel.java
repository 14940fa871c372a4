package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.Request.IndexEntry;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.SecondResult.SecondListener;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The model of a table with its indexes, second by second. */
public final class PartitionModel {
  private static final Outcome ACCEPTED = new Outcome(1, 0, null);

  private final Map<String, Resource> resources = new LinkedHashMap<>();
  private final Resource table;
  private final @Nullable SecondListener listener;
  private final List<SecondResult> results = new ArrayList<>();
  private final Map<ThrottleReason, Long> throttles = new LinkedHashMap<>();
  private long second;
  private long offered;
  private long accepted;

  /**
   * A new table.
   *
   * @param listener receives the results; null to keep them
   */
  public PartitionModel(TableSpec spec, long seed, @Nullable SecondListener listener) {
    this.listener = listener;
    Placement placement = new Placement(seed);
    this.table =
        new Resource(
            spec.name(),
            false,
            spec.capacity(),
            spec.sortKeys(),
            spec.behavior(),
            spec.storedBytes(),
            placement);
    resources.put(spec.name(), table);
    for (IndexSpec index : spec.indexes()) {
      resources.put(
          index.name(),
          new Resource(
              index.name(),
              true,
              index.capacity(),
              index.sortKeys(),
              spec.behavior(),
              0,
              placement));
    }
  }

  /** Offers so many equal requests, one after another. */
  public Outcome offer(Request request, long count) {
    advanceTo(request.second());
    List<Claim> claims = claims(request);
    long fits = count;
    for (Claim claim : claims) {
      fits = claim.fits(second, fits);
    }
    for (Claim claim : claims) {
      claim.take(second, count, fits);
    }
    offered += count;
    accepted += fits;
    return fits < count ? throttled(claims, fits, count - fits) : outcome(count);
  }

  private static Outcome outcome(long count) {
    return count == 1 ? ACCEPTED : new Outcome(count, 0, null);
  }

  private Outcome throttled(List<Claim> claims, long fits, long rest) {
    ThrottleReason reason = reason(claims);
    throttles.merge(reason, rest, Long::sum);
    return new Outcome(fits, rest, reason);
  }

  /** The first limit that throttles one more request. */
  private ThrottleReason reason(List<Claim> claims) {
    for (Claim claim : claims) {
      if (claim.fits(second, 1) == 0) {
        return claim.throttled(claim.limit(second));
      }
    }
    throw new IllegalStateException("throttled by no limit");
  }

  /** The claims of a request, the table's before those of the indexes. */
  private List<Claim> claims(Request request) {
    Access access = request.access();
    Claim first =
        claim(
            tableOr(request.index()),
            request.partitionKey(),
            request.sortKey(),
            access,
            request.itemBytes());
    if (request.indexEntries().isEmpty()) {
      return List.of(first);
    }
    List<Claim> claims = new ArrayList<>(List.of(first));
    for (IndexEntry entry : request.indexEntries()) {
      claims.add(
          claim(
              tableOr(entry.index()),
              entry.partitionKey(),
              entry.sortKey(),
              access,
              entry.bytes()));
    }
    return claims;
  }

  private static Claim claim(
      Resource resource, String partitionKey, @Nullable String sortKey, Access access, int bytes) {
    long growth = access == Access.INSERT ? bytes : 0;
    return resource.claim(partitionKey, sortKey, access.type(), access.units(bytes), growth);
  }

  /** Requests that cost in several places, in a second that is not before any seen. */
  public ChargeBatch chargeBatch(long in) {
    advanceTo(in);
    return new ChargeBatch(this, in);
  }

  /** The claims of a request in a batch of charges. */
  List<Claim> claims(List<Charge> charges) {
    List<Claim> claims = new ArrayList<>();
    for (Charge charge : charges) {
      Resource resource = tableOr(charge.index());
      String partitionKey = charge.partitionKey();
      if (partitionKey == null) {
        claims.addAll(resource.claimsEverywhere(charge));
      } else {
        claims.add(
            resource.claim(
                partitionKey,
                charge.sortKey(),
                charge.type(),
                charge.units(),
                charge.bytesAdded()));
      }
    }
    return claims;
  }

  /** Counts the requests of a batch of charges. */
  void note(long met, List<ThrottleReason> reasons) {
    offered += met + reasons.size();
    accepted += met;
    reasons.forEach(reason -> throttles.merge(reason, 1L, Long::sum));
  }

  /** An index, or the table for null. */
  private Resource tableOr(@Nullable String name) {
    if (name == null) {
      return table;
    }
    Resource index = resource(name);
    if (!index.isIndex()) {
      throw new IllegalArgumentException(name + " is the table, not an index of it");
    }
    return index;
  }

  private Resource resource(String name) {
    Resource resource = resources.get(name);
    if (resource == null) {
      throw new IllegalArgumentException(
          "Nothing is called " + name + "; there are " + resources.keySet());
    }
    return resource;
  }

  /** Ends all seconds before {@code next}. */
  public void advanceTo(long next) {
    if (next < second) {
      throw new IllegalArgumentException(
          "Requests come in the order of their seconds: " + next + " is before " + second);
    }
    if (next > second) {
      end();
      second = next;
      resources.values().forEach(resource -> resource.begin(next));
    }
  }

  private void end() {
    if (offered == 0) {
      return;
    }
    List<PartitionSecond> partitions = listener == null ? List.of() : table.seconds(second);
    SecondResult result =
        new SecondResult(
            second,
            offered,
            accepted,
            throttles,
            resources.values().stream().map(resource -> resource.end(second)).toList());
    throttles.clear();
    offered = 0;
    accepted = 0;
    if (listener == null) {
      results.add(result);
    } else {
      listener.onSecond(result, partitions);
    }
  }

  /** Changes what is provisioned, from the start of a second in which nothing was offered yet. */
  public void change(long from, String name, Capacity capacity) {
    Resource resource = resource(name);
    advanceToChange(from);
    resource.change(from, capacity);
  }

  private void advanceToChange(long from) {
    if (from == second && offered > 0) {
      throw new IllegalArgumentException(
          "Capacity changes between seconds, and second " + from + " has had requests");
    }
    advanceTo(from);
  }

  /** Changes the capacity mode of the table and of all its indexes. */
  public void changeMode(long from, Map<String, Capacity> capacities) {
    boolean provisioned = !table.isProvisioned();
    if (!capacities.keySet().equals(resources.keySet())
        || capacities.values().stream()
            .anyMatch(capacity -> capacity instanceof Capacity.Provisioned != provisioned)) {
      throw new IllegalArgumentException(
          "The mode of "
              + resources.keySet()
              + " changes together, to "
              + (provisioned ? "provisioned" : "on-demand")
              + ", but given were "
              + capacities);
    }
    advanceToChange(from);
    capacities.forEach((name, capacity) -> resource(name).changeMode(from, capacity));
  }

  /** The past seconds with requests, unless a listener received them. */
  public List<SecondResult> results() {
    return List.copyOf(results);
  }

  public List<PartitionState> partitions(String name) {
    return resource(name).states(second);
  }

  /** The partitions that a charge is for: that of its key, or all. */
  List<Partition> chargedBy(Charge charge) {
    return tableOr(charge.index()).chargedBy(charge);
  }

  /** The number of the partition in which a key lies. */
  public long locate(String name, String partitionKey, @Nullable String sortKey) {
    return resource(name).find(partitionKey, sortKey).number();
  }
}
