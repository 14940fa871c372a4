package dev.evenkeel.timeseries.internal.plan.archive.format;

import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.n;
import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.nested;
import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items as lines, and lines as items. */
class DynamoDbJsonTest {
  private static final ArchiveObject FILE = new ArchiveObject("cold", "data/a.json.gz");

  @ParameterizedTest
  @CsvFileSource(
      resources = "/vectors/v1/archived-items.csv",
      delimiter = '|',
      quoteCharacter = '~',
      numLinesToSkip = 1)
  void line_isFrozen(String line, String content) {
    Map<String, AttributeValue> item = read(line);

    assertThat(text(item)).isEqualTo(line + "\n");
    assertThat(item).isEqualTo(Items.read(line));
    assertThat(ContentDigester.of(item).text()).isEqualTo(content);
  }

  @Test
  void line_ofEveryType_isReadBackAndByOthers() {
    Map<String, AttributeValue> item = Items.everything();
    String line = text(item);

    assertThat(read(line)).isEqualTo(item);
    assertThat(Items.read(line)).isEqualTo(item);
  }

  @Test
  void line_numbersInTheFormTheyCame_stayInIt() {
    assertThat(text(Map.of("n", n("1.50")))).isEqualTo("{\"Item\":{\"n\":{\"N\":\"1.50\"}}}\n");
  }

  @Test
  void line_attributesOfAnOrderedMap_keepTheirOrder() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("z", s("1"));
    item.put("a", s("2"));

    assertThat(text(item)).isEqualTo("{\"Item\":{\"z\":{\"S\":\"1\"},\"a\":{\"S\":\"2\"}}}\n");
    assertThat(read(text(item)).keySet()).containsExactly("z", "a");
  }

  @Test
  void line_ofAnyItem_isReadBackAndByOthers() {
    Property.check(
        300,
        gen -> {
          Map<String, AttributeValue> item = gen.item(Map.of("pk", gen.keyValue()));
          String line = text(item);
          assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
          assertThat(read(line)).isEqualTo(item);
          assertThat(Items.read(line)).isEqualTo(item);
        });
  }

  @Test
  void line_halfACharacter_isRefused() {
    assertThatThrownBy(() -> DynamoDbJson.line(Map.of("pk", s("\ud83d"))))
        .isInstanceOf(DecoratorException.class)
        .hasMessageContaining("surrogate");
  }

  @Test
  void line_valueWithoutAType_isRefused() {
    assertThatThrownBy(() -> DynamoDbJson.line(Map.of("pk", AttributeValue.builder().build())))
        .isInstanceOf(DecoratorException.class)
        .hasMessageContaining("no type");
  }

  @Test
  void item_asDeepAsDynamoDbHasIt_isRead() {
    Map<String, AttributeValue> item = Map.of("a", nested(32));

    assertThat(read(text(item))).isEqualTo(item);
  }

  @Test
  void item_deeper_isRefused() {
    assertDamaged(text(Map.of("a", nested(33))), "nested");
    assertDamaged(text(Map.of("a", nested(400))), "nested");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'Item':{'a':{'S':'x'}},'Item':{}} | not made",
        "{'Item':{'a':{'S':'x'}},'Keys':{}} | not made",
        "{'NewImage':{'a':{'S':'x'}}} | another member",
        "{'a':{'S':'x'}} | another member",
        "{} | not made",
        "[] | not made",
        "null | not made",
        "{'Item':{'a':{'S':'x'}}}{} | goes on",
        "{'Item':{'a':{'S':'x'}}}, | no JSON",
        "{'Item':{'a':{'S':'x'} | no JSON",
        "{'Item':{'a':{'S':'x'},'a':{'S':'y'}}} | one name",
        "{'Item':{'a':{'M':{'b':{'S':'x'},'b':{'S':'x'}}}}} | one name",
        "{'Item':{'a':{'S':'x','N':'1'}}} | not made",
        "{'Item':{'a':{}}} | not made",
        "{'Item':{'a':'x'}} | not made",
        "{'Item':{'a':{'S':1}}} | not made",
        "{'Item':{'a':{'S':null}}} | not made",
        "{'Item':{'a':{'N':1}}} | not made",
        "{'Item':{'a':{'N':'one'}}} | number",
        "{'Item':{'a':{'N':''}}} | number",
        "{'Item':{'a':{'N':'1E126'}}} | number",
        "{'Item':{'a':{'N':'NaN'}}} | number",
        "{'Item':{'a':{'BOOL':'true'}}} | BOOL",
        "{'Item':{'a':{'NULL':false}}} | not made",
        "{'Item':{'a':{'B':'AA'}}} | Base64",
        "{'Item':{'a':{'B':'AA=A'}}} | Base64",
        "{'Item':{'a':{'B':'A-_='}}} | Base64",
        "{'Item':{'a':{'X':'1'}}} | type",
        "{'Item':{'a':{'s':'1'}}} | type",
        "{'Item':{'a':{'SS':[]}}} | empty",
        "{'Item':{'a':{'SS':['x','x']}}} | twice",
        "{'Item':{'a':{'NS':['1','1.0']}}} | twice",
        "{'Item':{'a':{'BS':['AA==','AA==']}}} | twice",
        "{'Item':{'a':{'SS':'x'}}} | not made",
        "{'Item':{'a':{'L':{}}}} | not made",
        "{'Item':{'a':{'M':[]}}} | not made",
        "{'Item':{'a':{'S':'\\ud83d'}}} | half",
        "{'Item':{'\\ude00':{'S':'x'}}} | half",
        "{'Item':{'a':{'S':'\u0001'}}} | no JSON",
        "{\"Item\":{'a':{\"S\":NaN}}} | no JSON",
        "// {'Item':{}} | no JSON"
      })
  void item_whatDynamoDbWouldNotExport_isRefused(String line, String why) {
    assertDamaged(line.replace('\'', '"'), why);
  }

  @Test
  void item_anyBytesAltered_isAnItemOrRefused() {
    Property.check(
        400,
        gen -> {
          byte[] line = DynamoDbJson.line(gen.item(Map.of("pk", gen.keyValue())));
          for (int times = gen.between(1, 3); times > 0; times--) {
            line[gen.between(0, line.length - 2)] = (byte) gen.between(' ', 255);
          }
          try {
            Map<String, AttributeValue> item = DynamoDbJson.item(FILE, 1, line);
            assertThat(DynamoDbJson.item(FILE, 1, DynamoDbJson.line(item))).isEqualTo(item);
            assertThat(ContentDigester.of(item).itemCount()).isEqualTo(1);
          } catch (ArchiveException e) {
            assertThat(e).hasMessageContaining(FILE.key());
          }
        });
  }

  @Test
  void item_bytesThatAreNoUtf8_areRefused() {
    byte[] line = DynamoDbJson.line(Map.of("pk", s("x")));
    line[line.length - 5] = (byte) 0xC3;

    assertThatThrownBy(() -> DynamoDbJson.item(FILE, 1, line))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("UTF-8");
  }

  @Test
  void item_damaged_failureNamesThePlaceAndNoValue() {
    assertThatThrownBy(
            () ->
                DynamoDbJson.item(
                    FILE,
                    17,
                    "{\"Item\":{\"secret\":{\"S\":hunter2}}}".getBytes(StandardCharsets.UTF_8)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("s3://cold/data/a.json.gz")
        .hasMessageContaining("line 17")
        .hasNoCause()
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("hunter2", "secret"));
  }

  private static void assertDamaged(String line, String why) {
    assertThatThrownBy(() -> read(line))
        .as(line)
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(why);
  }

  private static String text(Map<String, AttributeValue> item) {
    return new String(DynamoDbJson.line(item), StandardCharsets.UTF_8);
  }

  private static Map<String, AttributeValue> read(String line) {
    return DynamoDbJson.item(FILE, 1, line.getBytes(StandardCharsets.UTF_8));
  }
}
