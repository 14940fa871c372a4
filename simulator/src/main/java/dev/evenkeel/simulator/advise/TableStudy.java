package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.Advice.KeyStatistics;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.advise.TableKeys.IndexKey;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Collects the statistics of a table from items. Items may come from many threads. */
final class TableStudy {
  private static final long NO_TIME = -1;

  /** Of what is packed. The first counted items that lack an index's sort key, too. */
  private static final int FORMAT = 2;

  private final TableKeys schema;
  private final KeyUse keys = new KeyUse();
  private final Map<IndexKey, KeyUse> indexes = new LinkedHashMap<>();
  private final AttributeUse attributes = new AttributeUse();
  private final Quantiles sizes = new Quantiles();

  TableStudy(TableKeys schema) {
    this.schema = schema;
    schema.indexes().forEach(index -> indexes.put(index, new KeyUse()));
  }

  synchronized void add(Map<String, AttributeValue> item) {
    long bytes = attributes.add(item);
    sizes.add((double) bytes);
    AttributeValue key = item.get(schema.partitionKey());
    if (key != null) {
      keys.add(TableKeys.text(key), NO_TIME, bytes);
    }
    indexes.forEach(
        (index, use) -> {
          String value = index.of(item);
          if (value != null) {
            use.add(value, NO_TIME, bytes);
          }
        });
  }

  synchronized long items() {
    return attributes.items();
  }

  /** Of an item. */
  synchronized double meanBytes() {
    return attributes.meanBytes();
  }

  /** What was collected, for {@link #add(byte[])}; it holds keys of items. */
  synchronized byte[] packed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(bytes)))) {
      out.writeInt(FORMAT);
      attributes.write(out);
      sizes.write(out);
      keys.write(out);
      out.writeInt(indexes.size());
      for (Map.Entry<IndexKey, KeyUse> index : indexes.entrySet()) {
        index.getKey().write(out);
        index.getValue().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Adds what another study of the table has collected of other items. Of indexes that this one
   * does not know nothing is added.
   */
  synchronized void add(byte[] packed) {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(packed))))) {
      int format = in.readInt();
      if (format < 1 || format > FORMAT) {
        throw new IllegalArgumentException(
            "a part of a study has format %d, and this version reads formats up to %d: use the version that wrote it, or --forget the job"
                .formatted(format, FORMAT));
      }
      attributes.add(in);
      sizes.add(Quantiles.read(in));
      keys.add(in);
      for (int left = in.readInt(); left > 0; left--) {
        IndexKey index = IndexKey.read(in, format, indexes.keySet());
        indexes.getOrDefault(index, new KeyUse()).add(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a part of a study is cut off", e);
    }
  }

  synchronized Advice advice(TableSample sample) {
    Rating rating = rating(sample);
    List<Finding> findings =
        new ArrayList<>(
            KeyFindings.of(keys, rating, null, "items", sample.part(), schema.sorted()));
    indexes.forEach((index, use) -> uneven(index, use, findings));
    findings.addAll(attributes.findings());
    return new Advice(
        new KeyStatistics(
            sample.items(),
            0,
            0,
            0,
            0,
            NO_TIME,
            NO_TIME,
            keys.distinct(),
            sizes.distribution(),
            Distribution.NONE),
        keys.heavy().stream()
            .limit(AdvisorRules.KEYS_LISTED_MAX)
            .map(key -> keys.heavyKey(key, KeyPeak.NONE, KeyPeak.NONE))
            .toList(),
        keys.errorShare(),
        rating.design(),
        rating.reason(),
        findings,
        null);
  }

  /**
   * A scan goes key by key. Where keys have more items than were read of a segment, it has seen few
   * of them, however many there are; if there are few, most segments have none and end.
   */
  private Rating rating(TableSample sample) {
    Rating rating = Rating.of(keys, false, false, "item");
    boolean mayBeMore = !sample.whole() && 2 * sample.segmentsEnded() < sample.segments();
    return rating.design() == KeyDesign.FEW_VALUES && mayBeMore
        ? new Rating(
            null,
            format(
                "the sample saw %,.0f keys, since they have many items; read more of the table to"
                    + " rate the key",
                keys.distinct().estimate()))
        : rating;
  }

  private static void uneven(IndexKey index, KeyUse use, List<Finding> findings) {
    Rating rating = Rating.of(use, false, false, "item");
    KeyDesign design = rating.design();
    if (design == null || design.good()) {
      return;
    }
    String spec =
        index.sorted()
            ? "ShardedIndexSpec.multiAttribute(name, key, count).sortKey(sortKey)"
            : "ShardedIndexSpec.numberFirst(name, key, count)";
    findings.add(
        new Finding(
            Kind.UNEVEN_INDEX,
            Weight.RISK,
            "index " + index.name() + ": " + rating.reason(),
            "AWS's table calls it bad: \""
                + design.row()
                + "\"; an index that throttles throttles its"
                + " table",
            Sources.KEY_TABLE + "; " + Sources.FORMULA,
            "Shard the index: " + spec + " in ShardingSpec.shardedIndex, or @ShardedIndex."));
  }
}
