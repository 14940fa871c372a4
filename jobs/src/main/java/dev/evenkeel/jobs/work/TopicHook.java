package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.AwsServiceClientConfiguration;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** Publishes an event to a topic of SNS, as JSON, with the credentials of a client. */
public final class TopicHook {
  private static final Pattern ARN = Pattern.compile("arn:[a-z-]+:sns:([a-z0-9-]+):[0-9]{12}:.+");
  private static final String FORM = "application/x-www-form-urlencoded; charset=utf-8";

  private TopicHook() {}

  /**
   * A hook.
   *
   * @throws JobException if the topic is no ARN of one, or the client is not at AWS
   */
  public static LifecycleHook of(
      HookEvent kind, String topic, AwsServiceClientConfiguration client) {
    Matcher arn = ARN.matcher(topic);
    if (!arn.matches()) {
      throw new JobException(
          "'%s' is no ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:tables."
              .formatted(topic));
    }
    if (topic.endsWith(".fifo")) {
      throw new JobException(
          "'%s' is a FIFO topic, which needs a group for each message. Name a standard topic."
              .formatted(topic));
    }
    if (!AwsEndpoints.isUsedBy(client)) {
      throw new JobException(
          "topics are at AWS, and DynamoDB is another server's here. Leave the topic out, or name a command.");
    }
    Region region = Region.of(arn.group(1));
    String suffix = PartitionMetadata.of(region).dnsSuffix();
    return at(
        kind,
        topic,
        URI.create("https://sns.%s.%s/".formatted(region.id(), suffix)),
        client.credentialsProvider());
  }

  /** At an endpoint. */
  static LifecycleHook at(
      HookEvent kind,
      String topic,
      URI endpoint,
      IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
    Region region = Region.of(topic.split(":", -1)[3]);
    SignedPost sns =
        new SignedPost(
            "SNS",
            "sns",
            region,
            endpoint,
            credentials,
            "The role needs sns:Publish on the topic.");
    return kind.hook(
        event ->
            sns.send(
                Map.of("Content-Type", FORM),
                form(
                    Map.of(
                        "Action",
                        "Publish",
                        "Version",
                        "2010-03-31",
                        "TopicArn",
                        topic,
                        "Message",
                        kind.json(event)))));
  }

  private static String form(Map<String, String> members) {
    return members.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), UTF_8))
        .sorted()
        .collect(Collectors.joining("&"));
  }
}
