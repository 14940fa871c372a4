package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * Reads from Application Auto Scaling which tables have scalable targets. The one operation is
 * called without the service's SDK client, which would add a megabyte; the SDK signs the request
 * with its credentials.
 *
 * <p>One request for each 25 tables and indexes whose capacity would be changed, on the calling
 * thread. Created per use; safe for use by several threads.
 */
public final class AutoScaling implements ScalableTargets {
  private static final String SERVICE = "application-autoscaling";
  private static final String OPERATION = "AnyScaleFrontendService.DescribeScalableTargets";
  private static final int RESOURCES_MAX = 25;
  private static final Map<String, String> HEADERS =
      Map.of("Content-Type", "application/x-amz-json-1.1", "X-Amz-Target", OPERATION);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SignedPost service;

  private AutoScaling(SignedPost service) {
    this.service = service;
  }

  /**
   * The targets in the region and with the credentials of a client; null if its tables are not at
   * AWS, where there are none.
   */
  public static @Nullable AutoScaling of(DynamoDbServiceClientConfiguration client) {
    if (!AwsEndpoints.isUsedBy(client)) {
      return null;
    }
    Region region = client.region();
    String suffix = region.metadata().partition().dnsSuffix();
    return at(
        URI.create("https://%s.%s.%s/".formatted(SERVICE, region.id(), suffix)),
        region,
        client.credentialsProvider());
  }

  /** At an endpoint. */
  static AutoScaling at(
      URI endpoint, Region region, IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
    return new AutoScaling(
        new SignedPost(
            "Application Auto Scaling",
            SERVICE,
            region,
            endpoint,
            credentials,
            "'evenkeel iam' prints the policy that is needed."));
  }

  /**
   * Reads the targets.
   *
   * @throws JobException if it does not answer as it should; what it says is in the message
   */
  @Override
  public CompletionStage<Set<String>> among(Collection<ObservedTable> tables) {
    List<String> resources = new ArrayList<>();
    for (ObservedTable table : tables) {
      resources.add("table/" + table.name());
      table
          .indexNames()
          .forEach(index -> resources.add("table/%s/index/%s".formatted(table.name(), index)));
    }
    Set<String> found = new HashSet<>();
    for (int from = 0; from < resources.size(); from += RESOURCES_MAX) {
      int to = Math.min(resources.size(), from + RESOURCES_MAX);
      ask(resources.subList(from, to), found);
    }
    return CompletableFuture.completedFuture(found);
  }

  private void ask(List<String> resources, Set<String> found) {
    String next = null;
    do {
      JsonNode answer = send(request(resources, next));
      for (JsonNode target : answer.path("ScalableTargets")) {
        found.add(target.path("ResourceId").asText().split("/", -1)[1]);
      }
      next = answer.path("NextToken").asText(null);
    } while (next != null);
  }

  private static String request(List<String> resources, @Nullable String next) {
    ObjectNode request = JSON.createObjectNode().put("ServiceNamespace", "dynamodb");
    ArrayNode ids = request.putArray("ResourceIds");
    resources.forEach(ids::add);
    return (next == null ? request : request.put("NextToken", next)).toString();
  }

  private JsonNode send(String body) {
    try {
      return JSON.readTree(service.send(HEADERS, body));
    } catch (JsonProcessingException e) {
      throw new JobException("Application Auto Scaling answered no JSON: " + e.getMessage());
    }
  }
}
