package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;

/** Credentials of a role that is assumed, renewed before they end. */
final class Roles {
  private static final String SESSION = "evenkeel";

  private Roles() {}

  /** Gives a client the credentials of the role that a connection names, if it names one. */
  static void assume(AwsClientBuilder<?, ?> builder, Connection connection) {
    if (connection.roleArn() != null) {
      StsClientBuilder sts = StsClient.builder();
      if (connection.region() != null) {
        sts.region(Region.of(connection.region()));
      }
      builder.credentialsProvider(assumed(connection.roleArn(), sts.build()));
    }
  }

  /** The credentials of a role. Nothing is sent before they are needed. */
  static AwsCredentialsProvider assumed(@Nullable String roleArn, StsClient sts) {
    return StsAssumeRoleCredentialsProvider.builder()
        .stsClient(sts)
        .refreshRequest(request -> request.roleArn(roleArn).roleSessionName(SESSION))
        .build();
  }
}
