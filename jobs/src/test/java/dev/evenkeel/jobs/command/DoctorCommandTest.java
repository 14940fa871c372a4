package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Statement;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.s3.S3Client;

@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class DoctorCommandTest {
  private static final Account ACCOUNT = new Account("aws", "eu-central-1", "123456789012");
  private static final String[] SPEC = {
    "--table", "hits", "--partition-key", "day", "--sort-key", "at", "--shards", "4"
  };

  private static final String CONFIGURATION =
      """
      controlTable: control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: TODAY
          template: {partitionKey: {name: page}, sortKey: {name: at}}
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS, Picture: OBJECT}
          chunkTable: {tableName: reply-chunks}
          bucket: {bucket: BUCKET, prefix: live}
          intentTable: {tableName: reply-intents}
      """;

  @TempDir private Path folder;
  private CommandRunner typed;
  private DynamoDbClient plain;
  private S3Client s3;
  private String bucket;
  private Path config;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 objects) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own, objects);
    typed.now = Instant.now();
    plain = own.client();
    s3 = objects.client();
    bucket = objects.newBucket();
    config = folder.resolve("evenkeel.yaml");
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket).replace("TODAY", today()));
  }

  private String today() {
    return typed.now.atZone(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** Keys and their types. */
  private void create(String table, String... keys) {
    List<AttributeDefinition> definitions = new ArrayList<>();
    List<KeySchemaElement> schema = new ArrayList<>();
    for (int i = 0; i < keys.length; i += 2) {
      definitions.add(
          AttributeDefinition.builder().attributeName(keys[i]).attributeType(keys[i + 1]).build());
      schema.add(
          KeySchemaElement.builder()
              .attributeName(keys[i])
              .keyType(i == 0 ? "HASH" : "RANGE")
              .build());
    }
    plain.createTable(
        request ->
            request
                .tableName(table)
                .attributeDefinitions(definitions)
                .keySchema(schema)
                .billingMode("PAY_PER_REQUEST"));
  }

  /**
   * A configuration whose tables are all as they should be, with values in chunks and in a bucket.
   */
  private Configuration healthy() {
    create("replies", "Id", "S");
    create("reply-chunks", "Id", "S");
    create("reply-intents", "Bucket", "N", "Due", "S");
    assertThat(typed.run("tables", "apply", "-c", config.toString()).code()).isZero();
    Configuration configuration = ConfigurationReader.read(config);
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(plain).s3(s3).table(configuration.chunking().get(0)).build();
    client.putItem(
        put ->
            put.tableName("replies")
                .item(
                    Map.of(
                        "Id", AttributeValue.fromS("1"),
                        "Message", AttributeValue.fromS("m".repeat(500_000)),
                        "Picture", AttributeValue.fromS("p".repeat(500_000)))));
    click(typed.now.toString());
    return configuration;
  }

  private void click(String at) {
    plain.putItem(
        put ->
            put.tableName("clicks_" + today())
                .item(
                    Map.of(
                        "page", AttributeValue.fromS("secret"), "at", AttributeValue.fromS(at))));
  }

  /** As the policies for the doctor say, without some actions. */
  private void grant(Configuration configuration, Predicate<String> denied) {
    typed.calls.granting(
        Policy.of(configuration, ACCOUNT).examining(configuration, ACCOUNT).statements().stream()
            .map(right -> without(right, denied))
            .toList());
  }

  private static Statement without(Statement right, Predicate<String> denied) {
    return new Statement(
        right.sid(),
        right.actions().stream().filter(denied.negate()).toList(),
        right.resources(),
        right.conditions());
  }

  private Result examine() {
    return typed.run("doctor", "-c", config.toString(), "-o", "json");
  }

  private static String check(Result result, String what) {
    for (JsonNode check : result.json().path("checks")) {
      if (check.path("what").asText().equals(what)) {
        return check.path("state").asText() + ": " + check.path("detail").asText();
      }
    }
    return "";
  }

  private static List<String> wrong(Result result) {
    return result.json().path("checks").findParents("state").stream()
        .filter(check -> check.path("state").asText().equals("wrong"))
        .map(check -> check.path("what").asText())
        .toList();
  }

  @Test
  void doctor_ofWhatIsHealthy_readsWithItsRightsAloneAndEndsWithZero() {
    Configuration configuration = healthy();
    grant(configuration, action -> false);
    Result result = examine();

    assertThat(wrong(result)).as(result.out()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.json().path("healthy").asBoolean()).isTrue();
    assertThat(typed.calls.refused()).isEmpty();
    assertThat(check(result, "clock")).startsWith("ok");
    assertThat(check(result, "AWS SDK")).startsWith("ok: it is ");
    assertThat(check(result, "table clicks_" + today())).startsWith("ok");
    assertThat(check(result, "table replies")).startsWith("ok");
    assertThat(check(result, "values of replies")).startsWith("ok");
    assertThat(check(result, "rights FindTables")).startsWith("ok");
    assertThat(check(result, "rights Items")).startsWith("ok");
    assertThat(check(result, "rights Listings")).startsWith("ok");
    assertThat(check(result, "rights PeriodTables"))
        .isEqualTo(
            "untried: not tried: dynamodb:CreateTable, dynamodb:ListTagsOfResource, dynamodb:TagResource, dynamodb:UpdateTable");
    assertThat(check(result, "rights Objects"))
        .isEqualTo("untried: not tried: s3:AbortMultipartUpload, s3:DeleteObject");
    assertThat(typed.run("doctor", "-c", config.toString()).out())
        .contains("STATE", "ok ", "untried ", "Nothing is wrong.")
        .doesNotContain("secret");
  }

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

  @Test
  void doctor_withoutRightsOfTheJobs_namesThem() {
    Configuration configuration = healthy();
    grant(
        configuration,
        action -> action.equals("dynamodb:ListTagsOfResource") || action.equals("s3:ListBucket"));
    Result result = examine();

    assertThat(result.code()).isEqualTo(1);
    assertThat(check(result, "rights PeriodTables"))
        .isEqualTo(
            "wrong: dynamodb:ListTagsOfResource on clicks_????-??-?? is denied; 'evenkeel iam' prints the policy; not tried: dynamodb:CreateTable, dynamodb:TagResource, dynamodb:UpdateTable");
    assertThat(check(result, "rights Listings"))
        .isEqualTo(
            "wrong: s3:ListBucket on %s is denied; 'evenkeel iam' prints the policy", bucket);
  }

  @Test
  void doctor_withoutRightsOfItsOwn_saysWhatGivesThem() {
    Configuration configuration = healthy();
    typed.calls.under(configuration);
    Result result = examine();

    assertThat(result.code()).isEqualTo(1);
    // In the last hours of a day there are two tables of clicks: tomorrow's is built already.
    assertThat(wrong(result))
        .contains("table replies", "table clicks_" + today())
        .allMatch(name -> name.equals("table replies") || name.startsWith("table clicks_"));
    assertThat(check(result, "table replies"))
        .startsWith("wrong: it may not be read: ")
        .endsWith("'evenkeel iam --doctor' prints what it needs");
    assertThat(
            typed
                .run(
                    "iam",
                    "-c",
                    config.toString(),
                    "--doctor",
                    "--account",
                    ACCOUNT.id(),
                    "--region",
                    ACCOUNT.region())
                .json()
                .findValuesAsText("Sid"))
        .contains("DoctorPeriods", "DoctorTables", "DoctorItems");
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

  private static String[] sharded(String... more) {
    List<String> line = new ArrayList<>(List.of("doctor"));
    line.addAll(List.of(SPEC));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
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

  @Test
  void doctor_ofAShardedTableThatItMayNotRead_isNotHealthy() {
    create("hits", "day", "S", "at", "S");
    typed.calls.granting(List.of());
    Result result = typed.run(sharded("-o", "json"));

    assertThat(result.code()).isEqualTo(1);
    assertThat(check(result, "table hits"))
        .startsWith("wrong: it may not be read: ")
        .endsWith("'evenkeel iam --advise TABLE' prints what it needs");
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
