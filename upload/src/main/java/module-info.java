import org.jspecify.annotations.NullMarked;

/** Uploads of any size, spread over the partition keys. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.upload {
  requires transitive dev.evenkeel.core;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.retries;
  requires software.amazon.awssdk.retries.api;
  requires software.amazon.awssdk.services.dynamodb;
  requires static transitive org.jspecify;

  exports dev.evenkeel.upload;
  exports dev.evenkeel.upload.spec;
}
