package dev.evenkeel.jobs.work;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;

/** Distinguishes AWS's servers from others. */
public final class AwsEndpoints {
  /** The domains of AWS's partitions, of which VPC, FIPS and dual-stack endpoints have names. */
  private static final Pattern HOSTS =
      Pattern.compile(
          "(.*\\.)?(amazonaws\\.(com|com\\.cn|eu)|api\\.(aws|amazonwebservices\\.com\\.cn|amazonwebservices\\.eu)"
              + "|(c2s\\.ic|sc2s\\.sgov|csp\\.hci\\.ic)\\.gov|cloud\\.adc-e\\.uk)\\.?");

  private AwsEndpoints() {}

  /**
   * Whether a client talks to AWS, wherever its endpoint was found: options, environment, system
   * properties or profile.
   */
  public static boolean isUsedBy(SdkServiceClientConfiguration client) {
    return isAws(client.endpointOverride().orElse(null));
  }

  /** Whether an endpoint is AWS's; none is. */
  public static boolean isAws(@Nullable URI endpoint) {
    return endpoint == null
        || (endpoint.getHost() != null
            && HOSTS.matcher(endpoint.getHost().toLowerCase(Locale.ROOT)).matches());
  }
}
