package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Statement;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the doctor needs, and what it says of rights. */
class DoctorRightsTest extends DoctorRuns {
  private static final Account ACCOUNT = new Account("aws", "eu-central-1", "123456789012");

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
}
