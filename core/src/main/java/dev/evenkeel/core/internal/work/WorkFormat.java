package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.work.SegmentRow.State;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows of work as items, without their keys: see docs/wire-format.md. */
final class WorkFormat {
  static final String FENCE = "fence";
  private static final long FORMAT = 2;

  /** Of jobs whose rows have no run in their keys. */
  private static final long FORMAT_WITHOUT_RUN = 1;

  private static final String AFTER = "after";
  private static final String PLACE = "place";
  private static final String SOURCE = "source";
  private static final String OTHERS = "others";
  private static final String FROM = "from";
  private static final String TO = "to";
  static final String WORKER = "worker";
  static final String RUN = "run";
  private static final String PACE = "pace";
  private static final String RATE = "rate";
  private static final String GOOD = "good";

  private WorkFormat() {}

  static Map<String, AttributeValue> item(WorkJob job) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("format", number(job.run().isEmpty() ? FORMAT_WITHOUT_RUN : FORMAT));
    item.put("task", AttributeValue.fromS(job.task()));
    item.put("cut", number(job.cut()));
    item.put("open", AttributeValue.fromBool(job.open()));
    putFinite(item, PACE, job.pace());
    putFinite(item, RATE, job.rate());
    putFinite(item, GOOD, job.good());
    item.put("falls", number(job.falls()));
    putKnown(item, RUN, job.run().isEmpty() ? null : AttributeValue.fromS(job.run()));
    item.put(FENCE, number(job.fence()));
    return item;
  }

  private static void putFinite(Map<String, AttributeValue> item, String name, double value) {
    if (!Double.isInfinite(value)) {
      item.put(name, real(value));
    }
  }

  static WorkJob job(WorkItem item) {
    long format = item.number("format");
    if (format < FORMAT_WITHOUT_RUN || format > FORMAT) {
      throw item.unreadable(
          "it has format %d, and only %d to %d are known"
              .formatted(format, FORMAT_WITHOUT_RUN, FORMAT));
    }
    return new WorkJob(
        item.text("task"),
        (int) item.number("cut"),
        item.flag("open"),
        item.real(PACE, Double.POSITIVE_INFINITY),
        item.real(RATE, Double.POSITIVE_INFINITY),
        item.real(GOOD, Double.POSITIVE_INFINITY),
        item.number("falls"),
        format == FORMAT_WITHOUT_RUN ? "" : item.text(RUN),
        item.number(FENCE));
  }

  static Map<String, AttributeValue> item(SegmentRow row) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    if (row.segment() instanceof Segment.Scan scan) {
      item.put("number", number(scan.number()));
      item.put("of", number(scan.of()));
    } else if (row.segment() instanceof Segment.Part part) {
      item.put(SOURCE, AttributeValue.fromS(part.source()));
      item.put("number", number(part.number()));
      item.put("of", number(part.of()));
    } else if (row.segment() instanceof Segment.KeyRange range) {
      item.put(PLACE, range.partition());
      putKnown(item, FROM, range.from());
      putKnown(item, TO, range.to());
    }
    if (row.after() != null) {
      item.put(AFTER, AttributeValue.fromM(row.after()));
    }
    Tally tally = row.tally();
    item.put("items", number(tally.items()));
    item.put("bytes", number(tally.bytes()));
    item.put("moved", number(tally.moved()));
    item.put("left", number(tally.left()));
    item.put("unfit", number(tally.unfit()));
    item.put("digest", AttributeValue.fromS(tally.digest().toString(16)));
    if (!tally.others().isEmpty()) {
      Map<String, AttributeValue> others = new LinkedHashMap<>();
      tally.others().forEach((name, count) -> others.put(name, number(count)));
      item.put(OTHERS, AttributeValue.fromM(others));
    }
    item.put("pages", number(row.pages()));
    item.put("state", AttributeValue.fromS(row.state().name()));
    putKnown(item, WORKER, row.worker() == null ? null : AttributeValue.fromS(row.worker()));
    item.put(FENCE, number(row.fence()));
    return item;
  }

  private static void putKnown(
      Map<String, AttributeValue> item, String name, @Nullable AttributeValue value) {
    if (value != null) {
      item.put(name, value);
    }
  }

  static SegmentRow segment(String id, WorkItem item) {
    AttributeValue after = item.value(AFTER);
    return new SegmentRow(
        segmentOf(id, item),
        after == null ? null : after.m(),
        new Tally(
            item.number("items"),
            item.number("bytes"),
            item.number("moved"),
            item.number("left"),
            item.number("unfit"),
            new BigInteger(item.text("digest"), 16),
            others(item)),
        item.number("pages"),
        State.valueOf(item.text("state")),
        item.value(WORKER) == null ? null : item.text(WORKER),
        item.number(FENCE));
  }

  private static Segment segmentOf(String id, WorkItem item) {
    AttributeValue place = item.value(PLACE);
    if (place != null) {
      return new Segment.KeyRange(id, place, item.value(FROM), item.value(TO));
    }
    int number = (int) item.number("number");
    int of = (int) item.number("of");
    return item.value(SOURCE) == null
        ? new Segment.Scan(id, number, of)
        : new Segment.Part(id, item.text(SOURCE), number, of);
  }

  private static SortedMap<String, Long> others(WorkItem item) {
    SortedMap<String, Long> others = new TreeMap<>();
    AttributeValue stored = item.value(OTHERS);
    if (stored != null) {
      WorkItem counts = new WorkItem(item.job(), stored.m());
      stored.m().keySet().forEach(name -> others.put(name, counts.number(name)));
    }
    return others;
  }

  static Map<String, AttributeValue> item(WorkerRow row) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("host", AttributeValue.fromS(row.host()));
    item.put("beat", number(row.beat()));
    item.put("used", real(row.used()));
    item.put("waited", AttributeValue.fromBool(row.waited()));
    item.put("throttled", AttributeValue.fromBool(row.throttled()));
    return item;
  }

  static WorkerRow worker(String id, WorkItem item) {
    return new WorkerRow(
        id,
        item.text("host"),
        item.number("beat"),
        item.real("used", 0),
        item.flag("waited"),
        item.flag("throttled"));
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  private static AttributeValue real(double number) {
    return AttributeValue.fromN(Double.toString(number));
  }
}
