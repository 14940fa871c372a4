package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the doctor finds, and how it is asked. */
class DoctorCommandTest extends DoctorRuns {
  @Test
  void doctor_ofAPeriodTableWithForeignItems_tellsHowMany() {
    healthy();
    click("2020-01-01T00:00:00Z");
    click("soon");
    Result result = examine();

    assertThat(result.code()).isEqualTo(1);
    assertThat(wrong(result)).containsExactly("table clicks_" + today());
    assertThat(check(result, "table clicks_" + today()))
        .contains("2 of 3 sampled items are not of its period", "Put them again")
        .doesNotContain("secret", "soon");
  }

  @Test
  void doctor_ofValuesThatAreGone_tellsHowMany() {
    healthy();
    plain
        .scan(scan -> scan.tableName("reply-chunks"))
        .items()
        .forEach(
            chunk ->
                plain.deleteItem(
                    delete -> delete.tableName("reply-chunks").key(Map.of("Id", chunk.get("Id")))));
    Result result = examine();

    assertThat(result.code()).isEqualTo(1);
    assertThat(wrong(result)).containsExactly("values of replies");
    assertThat(check(result, "values of replies"))
        .contains("1 of 2 sampled values are not where their items say");
  }

  @ParameterizedTest
  @CsvSource({"-3, 2h 59m, s behind", "2, 2h, s ahead"})
  void doctor_withAnotherClockThanDynamoDbs_saysHowFarItIsOff(int hours, String off, String way) {
    create("hits", "day", "S", "at", "S");
    typed.now = typed.now.plus(Duration.ofHours(hours)).plusSeconds(15);
    Result result = typed.run(sharded("-o", "json"));

    assertThat(result.code()).isEqualTo(1);
    assertThat(wrong(result)).containsExactly("clock");
    assertThat(check(result, "clock"))
        .startsWith("wrong: it is " + off)
        .contains(way + ", for DynamoDB has ", "period tables go by this clock");
  }

  @Test
  void doctor_ofAShardedTableWithPlainItems_tellsHowMany() {
    create("hits", "day", "S", "at", "S");
    DynamoDbClient sharding =
        ShardingDynamoDbClient.builder(plain)
            .table(ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(4).build())
            .build();
    for (int i = 0; i < 6; i++) {
      hit(sharding, "2026-11-20", i);
    }
    assertThat(typed.run(sharded()).code()).isZero();
    for (int i = 0; i < 3; i++) {
      hit(plain, "secret", i);
    }
    Result result = typed.run(sharded());

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("wrong +table hits +3 of 9 sampled items have no shard")
        .endsWith("1 wrong.\n")
        .doesNotContain("secret");
    assertThat(result.err()).isEmpty();
  }

  private static void hit(DynamoDbClient client, String day, int at) {
    client.putItem(
        put ->
            put.tableName("hits")
                .item(
                    Map.of(
                        "day", AttributeValue.fromS(day),
                        "at", AttributeValue.fromS(Integer.toString(at)))));
  }

  @Test
  void doctor_beforeAnythingIsThere_tellsWhatIsMissing() {
    Result result = examine();

    assertThat(result.code()).isEqualTo(1);
    assertThat(wrong(result)).containsExactly("table replies");
    assertThat(check(result, "table control")).contains("'evenkeel tables apply' creates it");
    assertThat(check(result, "table replies")).contains("table 'replies' does not exist");
    assertThat(check(result, "series clicks")).startsWith("look: tables: 0; actions due: ");
    assertThat(check(result, "rights ControlTable")).startsWith("untried");
    assertThat(typed.run(sharded()).out()).containsPattern("wrong +table hits .*hits");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--shards 4 | The options of a spec are for a sharded table. Add --table.",
        "--drawn | The options of a spec are for a sharded table. Add --table.",
        "--table hits --shards 4 | --table needs --partition-key, --sort-key and --shards. Give them.",
        "--table hits --partition-key a --sort-key b --shards 4 --drawn --hash-of b | --drawn and --hash-of are two kinds of selectors. Give one of them.",
        "--table hits --partition-key a --sort-key b --shards 4 --sort-key-type X | 'X' is no type of a key. Take S, N or B.",
        "--table hits --partition-key a --sort-key b --shards 0 | shards"
      })
  void doctor_withOptionsThatDoNotFit_saysSo(String options, String why) {
    Result refused = CommandRunner.offline().run(("doctor " + options).split(" "));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).hasLineCount(1).startsWith("evenkeel: ").contains(why);
  }

  @Test
  void help_ofDoctor_hasItsOwnExitCodes() {
    assertThat(CommandRunner.offline().run("doctor", "--help").out())
        .contains("  0   nothing is wrong\n", "  1   something is wrong, as the report says");
  }

  @Test
  void doctor_ofAConfigurationThatIsNotThere_saysSo() {
    Result refused =
        CommandRunner.offline().run("doctor", "-c", folder.resolve("none.yaml").toString());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).hasLineCount(1).contains("none.yaml");
  }
}
