package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice.TableSample;
import dev.evenkeel.simulator.advise.TableKeys.IndexKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parts of studies that an earlier version has stored. */
class StoredStudyTest {
  /** Its index has a sort key, of which that format says only that there is one. */
  @Test
  void add_partOfTheFirstFormat_isReadAsItWas() throws IOException {
    Map<String, AttributeValue> item =
        Map.of("id", AttributeValue.fromS("a"), "country", AttributeValue.fromS("SE"));
    AttributeUse attributes = new AttributeUse();
    double itemBytes = (double) attributes.add(item);
    Quantiles sizes = new Quantiles();
    sizes.add(itemBytes);
    KeyUse keys = new KeyUse();
    keys.add("a", -1, 10);
    KeyUse countries = new KeyUse();
    IntStream.range(0, 2_000).forEach(i -> countries.add("SE", -1, 10));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
      out.writeInt(1);
      attributes.write(out);
      sizes.write(out);
      keys.write(out);
      out.writeInt(1);
      PackedText.write(out, "byCountry");
      out.writeInt(1);
      PackedText.write(out, "country");
      out.writeBoolean(true);
      countries.write(out);
    }
    TableStudy study =
        new TableStudy(
            new TableKeys(
                "id",
                false,
                List.of(new IndexKey("byCountry", List.of("country"), List.of("at")))));

    study.add(bytes.toByteArray());

    assertThat(study.items()).isOne();
    assertThat(study.advice(new TableSample("t", 1, 1, true, 1, 32, 32)).findings())
        .extracting(Finding::kind)
        .contains(Kind.UNEVEN_INDEX);
  }
}
