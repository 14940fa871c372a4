import org.jspecify.annotations.NullMarked;

/** Large values: compressed, in chunks, or in S3. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.chunking {
  requires com.fasterxml.jackson.core;
  requires transitive dev.evenkeel.core;
  requires transitive dev.evenkeel.objects;
  requires java.desktop;
  requires transitive org.reactivestreams;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires transitive software.amazon.awssdk.enhanced.dynamodb;
  requires software.amazon.awssdk.services.dynamodb;
  requires software.amazon.awssdk.services.s3;
  requires jdk.unsupported; // aircompressor needs it and cannot say so
  requires static aircompressor;
  requires static com.github.luben.zstd_jni;
  requires static transitive org.jspecify;
  requires static org.lz4.java;

  exports dev.evenkeel.chunking;
  exports dev.evenkeel.chunking.spec;
  exports dev.evenkeel.chunking.spec.children;
  exports dev.evenkeel.chunking.spec.sweep;

  uses dev.evenkeel.chunking.spec.ValueCodec;
}
