package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IamCommandTest {
  private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:tables";

  private static Result iam(String... options) {
    List<String> all =
        new ArrayList<>(List.of("iam", "--account", "123456789012", "--region", "eu-central-1"));
    all.addAll(List.of(options));
    return CommandRunner.offline().run(all.toArray(String[]::new));
  }

  @Test
  void topics_areAddedToTheRights() {
    JsonNode statements =
        iam("--advise", "orders", "--topic", TOPIC, "--topic", TOPIC + "2")
            .json()
            .path("Statement");

    assertThat(statements).hasSize(2);
    assertThat(statements.get(1))
        .hasToString(
            "{\"Sid\":\"Topics\",\"Effect\":\"Allow\",\"Action\":[\"sns:Publish\"],\"Resource\":[\"%s\",\"%s2\"]}"
                .formatted(TOPIC, TOPIC));
  }

  @ParameterizedTest
  @CsvSource({"cn-north-1, aws-cn", "us-gov-west-1, aws-us-gov", "mars-east-1, aws"})
  void partition_isTheOneOfTheRegion(String region, String partition) {
    Result policy =
        CommandRunner.offline()
            .run("iam", "--account", "123456789012", "--region", region, "--client", "clicks");

    assertThat(policy.out())
        .contains("arn:%s:dynamodb:%s:123456789012:table/clicks".formatted(partition, region));
  }

  @Test
  void seriesThatAreNotThere_areNamedByTheirOption() {
    assertThat(iam("--reshard", "clicks", "--into", "days", "--series", "nosuch.yaml").err())
        .isEqualTo(
            "nosuch.yaml: there is no such file. Name the configuration with --series.%n"
                .formatted());
  }

  @Test
  void jobsOfAdvice_areAddedToTheRights() {
    String[] job = {"--control-table", "jobs", "--bucket", "our", "--prefix", "advice"};
    JsonNode statements =
        iam("--advise", "orders", job[0], job[1], job[2], job[3], job[4], job[5])
            .json()
            .path("Statement");

    assertThat(statements).hasSize(4);
    assertThat(statements.get(1).path("Resource"))
        .hasToString("[\"arn:aws:dynamodb:eu-central-1:123456789012:table/jobs\"]");
    assertThat(statements.get(2).path("Resource")).hasToString("[\"arn:aws:s3:::our/advice/*\"]");
    assertThat(statements.get(3).path("Resource")).hasToString("[\"arn:aws:s3:::our\"]");
  }

  @Test
  void rolesThatAreAssumed_areAPolicyOfItsOwn() {
    String elsewhere = "arn:aws:iam::999999999999:role/jobs/evenkeel";
    JsonNode statements =
        iam("--role-arn", "evenkeel", "--role-arn", elsewhere).json().path("Statement");

    assertThat(statements)
        .singleElement()
        .hasToString(
            "{\"Sid\":\"Roles\",\"Effect\":\"Allow\",\"Action\":[\"sts:AssumeRole\"],\"Resource\":[\"arn:aws:iam::123456789012:role/evenkeel\",\"%s\"]}"
                .formatted(elsewhere));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--layout clicks --bucket our | --control-table, --bucket and --prefix are those of 'advise --job'. Add --advise, or leave them out.",
        "--advise orders --bucket our | 'advise --job' needs both a control table and a bucket. Give --control-table and --bucket.",
        "--advise orders --into other | --into is where items of --reshard go. Add --reshard, or leave --into out.",
        "--reshard clicks --series other.yaml | --series says what the tables of --into are. Add --reshard and --into, or leave --series out.",
        "--layout clicks --heat | --heat is about clients of --client. Add --client, or leave --heat out.",
        "--client clicks --role service | --role is whom --keep-out lets pass. Add --keep-out, or leave --role out.",
        "--keep-out clicks | --keep-out would keep everybody out. Add --role.",
        "--keep-out clicks --role service --client clicks | --keep-out prints a policy of its own. Run it alone, with --role.",
        "--keep-out clicks --role service --role-arn jobs | --keep-out prints a policy of its own. Run it alone, with --role.",
        "--role-arn jobs --doctor | --role-arn prints a policy of its own, of who assumes the role. Run it alone, and without it for the role's own policy.",
        "--advise orders --topic tables | 'tables' is no ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:tables."
      })
  void option_withoutEffect_isRefusedInALine(String options, String message) {
    Result refused = iam(options.split(" "));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).isEqualTo("evenkeel: %s%n".formatted(message));
  }

  /** A star would be a pattern in a policy, and give rights on other tables. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--prewarm",
        "--advise",
        "--advise orders --bucket our --control-table",
        "--reshard",
        "--reshard clicks --into",
        "--reshard clicks --layouts",
        "--layout",
        "--client",
        "--role service --keep-out"
      })
  void tableThatNoneIsCalled_isRefused(String options) {
    String option = options.substring(options.lastIndexOf("--"));
    for (String name : List.of("*", "clicks_*", "clicks?", "or ders", "a")) {
      List<String> words = new ArrayList<>(List.of(options.split(" ")));
      words.add(name);
      Result refused = iam(words.toArray(String[]::new));

      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .startsWith(
              "evenkeel: %s is '%s', which can be no name of a table".formatted(option, name));
    }
    for (String arn :
        List.of(
            "arn:aws:dynamodb:eu-central-1:123456789012:table/*",
            "arn:aws:dynamodb:*:123456789012:table/clicks",
            "arn:aws:s3:::bucket")) {
      assertThat(iam((options + " " + arn).split(" ")).err())
          .startsWith("evenkeel: %s is '%s', which is no ARN of a table".formatted(option, arn));
    }
    String there = "arn:aws:dynamodb:eu-north-1:123456789012:table/clicks";
    assertThat(iam((options + " " + there).split(" ")).code()).isZero();
  }

  @Test
  void user_isLetPass_andNeverAssumed() {
    String user = "arn:aws:iam::123456789012:user/kim";

    assertThat(iam("--keep-out", "clicks", "--role", user).out()).contains(user);
    assertThat(iam("--role-arn", user).err())
        .isEqualTo(
            "evenkeel: '%s' is a user, and only roles are assumed. Give the name or the ARN of the role.%n"
                .formatted(user));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--keep-out clicks --role", "--role-arn"})
  void sessionOfARole_isRefusedWithTheRole(String options) {
    String session = "arn:aws:sts::123456789012:assumed-role/service/i-0123456789";
    Result refused = iam((options + " " + session).split(" "));

    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            "evenkeel: '%s' is a session of a role, and policies name the role itself: give arn:aws:iam::123456789012:role/service, with the role's path before its name if it has one.%n"
                .formatted(session));
    assertThat(iam((options + " arn:aws:s3:::bucket").split(" ")).err())
        .isEqualTo(
            "evenkeel: 'arn:aws:s3:::bucket' is no ARN of a role, such as arn:aws:iam::123456789012:role/service.%n"
                .formatted());
  }
}
