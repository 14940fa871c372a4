package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.live.LeaseAttribute;
import dev.evenkeel.sharding.internal.live.Leased;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Which answers a guard takes for those of an attempt. */
class LayoutGuardTest {
  private final LayoutGuard guard = LayoutGuard.create();
  private final Leased leased = new Leased();
  private final ExecutionAttributes attributes =
      new ExecutionAttributes().putAttribute(LeaseAttribute.LEASE, leased.lease());
  private final InterceptorContext context =
      InterceptorContext.builder().request(PutItemRequest.builder().build()).build();

  LayoutGuardTest() {
    guard.beforeExecution(context, attributes);
  }

  private void attempts() {
    guard.beforeTransmission(context, attributes);
  }

  private void isAnswered(int status) {
    SdkHttpResponse response = SdkHttpResponse.builder().statusCode(status).build();
    guard.afterTransmission(context.copy(copy -> copy.httpResponse(response)), attributes);
  }

  @Test
  void afterTransmission_attemptsOneAfterTheOther_areAnswered() {
    attempts();
    assertThat(leased.unanswered()).isOne();
    isAnswered(400);
    assertThat(leased.unanswered()).isZero();
    attempts();
    isAnswered(200);
    assertThat(leased.unanswered()).isZero();
  }

  @Test
  void afterTransmission_failureOfTheServer_isNoAnswer() {
    attempts();
    isAnswered(500);
    assertThat(leased.unanswered()).isOne();
  }

  @Test
  void afterTransmission_answerThatAnEarlierAttemptMayHaveBrought_countsForNone() {
    attempts();
    attempts(); // the first has run into the timeout of an attempt
    isAnswered(200); // of the first
    assertThat(leased.unanswered()).isEqualTo(2);
    isAnswered(200);
    assertThat(leased.unanswered()).isEqualTo(2);
  }
}
