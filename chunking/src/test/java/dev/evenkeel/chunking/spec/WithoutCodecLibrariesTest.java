package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The libraries of the codecs may be absent, and are not touched before their codec is used. */
class WithoutCodecLibrariesTest {
  private static final Pattern LIBRARIES = Pattern.compile("zstd-jni|lz4-java|aircompressor");
  private static final Pattern THEIR_CLASSES =
      Pattern.compile("com\\.github\\.luben\\..*|net\\.jpountz\\..*|io\\.airlift\\..*");

  /** The class path of the tests, loaded anew, without some jars and classes. */
  private static final class Loader extends URLClassLoader {
    private final Predicate<String> hidden;
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    Loader(Predicate<String> jars, Predicate<String> hidden) {
      super(urls(jars), ClassLoader.getPlatformClassLoader());
      this.hidden = hidden;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (hidden.test(name)) {
        throw new ClassNotFoundException(name);
      }
      loaded.add(name);
      return super.findClass(name);
    }

    String run(String codec) throws ReflectiveOperationException {
      @SuppressWarnings("unchecked")
      UnaryOperator<String> user =
          (UnaryOperator<String>) loadClass(User.class.getName()).getConstructor().newInstance();
      return user.apply(codec);
    }

    private static URL[] urls(Predicate<String> jars) {
      return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
          .splitAsStream(System.getProperty("java.class.path"))
          .filter(jars)
          .map(Loader::url)
          .toArray(URL[]::new);
    }

    private static URL url(String entry) {
      try {
        return Path.of(entry).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Loader without(Pattern jars) {
    return new Loader(jars.asPredicate().negate(), name -> false);
  }

  @Test
  void gzip_withoutTheLibraries_works() throws Exception {
    try (Loader loader = without(LIBRARIES)) {
      assertThat(loader.run("gzip")).isEqualTo("even keel");
    }
  }

  @Test
  void named_theLibraryIsAbsent_namesTheArtifact() throws Exception {
    try (Loader loader = without(LIBRARIES)) {
      assertThat(loader.run("zstd"))
          .isEqualTo(
              "The codec 'zstd' needs the library com.github.luben:zstd-jni, which is optional and"
                  + " not on the class path. Add that Maven artifact, at the version that"
                  + " Evenkeel's parent pom manages.");
      assertThat(loader.run("lz4")).contains("at.yawk.lz4:lz4-java");
      assertThat(loader.run("snappy")).contains("io.airlift:aircompressor");
      assertThat(loader.run("lzo")).contains("io.airlift:aircompressor");
    }
  }

  @Test
  void named_unknownAndLibrariesAbsent_tellsWhatTheyWouldBring() throws Exception {
    try (Loader loader = without(LIBRARIES)) {
      assertThat(loader.run("brotli"))
          .contains(
              "There are gzip, reversing-1, watched-1 (and, with their libraries, zstd, lz4, snappy, lzo)");
    }
  }

  @Test
  void codecs_withoutTheLibraryOfAnother_work() throws Exception {
    try (Loader loader = without(Pattern.compile("zstd-jni|aircompressor"))) {
      assertThat(loader.run("lz4")).isEqualTo("even keel");
    }
    try (Loader loader = without(Pattern.compile("zstd-jni|lz4-java"))) {
      assertThat(loader.run("snappy")).isEqualTo("even keel");
      assertThat(loader.run("lzo")).isEqualTo("even keel");
    }
  }

  @Test
  void libraries_beforeTheirCodecIsUsed_areNotLoaded() throws Exception {
    try (Loader loader = without(Pattern.compile("no such jar"))) {
      assertThat(loader.run("gzip")).isEqualTo("even keel");
      assertThat(loader.loaded).noneMatch(THEIR_CLASSES.asMatchPredicate());

      assertThat(loader.run("lzo")).isEqualTo("even keel");
      assertThat(loader.loaded)
          .anyMatch(THEIR_CLASSES.asMatchPredicate())
          .noneMatch(name -> name.startsWith("com.github.luben."))
          .noneMatch(name -> name.startsWith("net.jpountz."));
    }
  }

  @Test
  void codec_itsLibraryIsThereAndBroken_isATypedFailure() throws Exception {
    try (Loader loader =
        new Loader(jar -> true, name -> name.endsWith(".ZstdOutputStreamNoFinalizer"))) {
      assertThat(loader.run("zstd"))
          .isEqualTo(
              "The library of the codec 'zstd' is on the class path but cannot be used here"
                  + " (NoClassDefFoundError). See the cause: its version may differ, or its native"
                  + " part may not load on this system.");
    }
  }

  /** Runs in the class loader: a short text there and back, or the message of the failure. */
  public static final class User implements UnaryOperator<String> {
    @Override
    public String apply(String name) {
      try {
        ValueCodec codec = Codecs.named(name);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = codec.compressing(packed, ValueCodec.UNKNOWN)) {
          out.write("even keel".getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in =
            codec.decompressing(new ByteArrayInputStream(packed.toByteArray()), 1 << 20)) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
      } catch (LargeValueException e) {
        return e.problem();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
