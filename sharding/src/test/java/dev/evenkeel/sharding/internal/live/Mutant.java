package dev.evenkeel.sharding.internal.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in one source file of the protocol. The file is compiled with it, and the model runs on
 * the class that comes out: in a class loader of its own, where all others of the module are what
 * they are. Only {@link LeaseAttribute} is shared, since a JVM makes it once.
 *
 * @param script the script that shows the mistake
 * @param type the class that is changed, with its package unless that is this one
 */
record Mutant(String name, String script, String type, List<Edit> edits) {
  /**
   * A piece of source that is replaced.
   *
   * @param was with single spaces; it stands in the file once
   */
  record Edit(String was, String is) {}

  private static final String MODULE = "dev.evenkeel.sharding.";
  private static final Path SOURCES = Path.of("src/main/java/dev/evenkeel/sharding/internal");

  /** What the script finds wrong; empty if nothing. */
  String found() {
    Map<String, byte[]> classes = compiled(source());
    try {
      Class<?> run =
          new Loader(Mutant.class.getClassLoader(), classes).loadClass(ScriptRun.class.getName());
      @SuppressWarnings("unchecked") // ScriptRun is one, whoever has loaded it
      Function<String, String> scripts =
          (Function<String, String>) run.getDeclaredConstructor().newInstance();
      return scripts.apply(script);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** The source of the class with the mistake. */
  String source() {
    String source;
    try {
      source = Files.readString(SOURCES.resolve(file()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String words = source.replaceAll("(?m)//.*$", "").replaceAll("\\s+", " ");
    for (Edit edit : edits) {
      int at = words.indexOf(edit.was());
      if (at < 0 || words.indexOf(edit.was(), at + 1) >= 0) {
        throw new AssertionError(
            "%s does not have this text once: %s".formatted(file(), edit.was()));
      }
      words = words.replace(edit.was(), edit.is());
    }
    return words;
  }

  private String file() {
    return (type.contains("/") ? type : "live/" + type) + ".java";
  }

  private Map<String, byte[]> compiled(String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
    Map<String, ByteArrayOutputStream> out = new HashMap<>();
    JavaFileManager manager =
        new ForwardingJavaFileManager<>(files) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className + ".class"), kind) {
              @Override
              public OutputStream openOutputStream() {
                return out.computeIfAbsent(className, name -> new ByteArrayOutputStream());
              }
            };
          }
        };
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("mem:///" + file()), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
    if (!compiler.getTask(null, manager, null, options, null, List.of(file)).call()) {
      throw new AssertionError("%s does not compile".formatted(name));
    }
    Map<String, byte[]> classes = new HashMap<>();
    out.forEach((className, bytes) -> classes.put(className, bytes.toByteArray()));
    return classes;
  }

  /** Loads the module anew, with some classes that are others. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> others;

    Loader(ClassLoader parent, Map<String, byte[]> others) {
      super(parent);
      this.others = others;
    }

    @Override
    protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
      if (!className.startsWith(MODULE) || className.equals(LeaseAttribute.class.getName())) {
        return super.loadClass(className, resolve);
      }
      synchronized (getClassLoadingLock(className)) {
        Class<?> loaded = findLoadedClass(className);
        return loaded == null ? define(className) : loaded;
      }
    }

    private Class<?> define(String className) throws ClassNotFoundException {
      byte[] bytes = others.containsKey(className) ? others.get(className) : bytes(className);
      if (bytes == null) {
        throw new ClassNotFoundException(className);
      }
      return defineClass(className, bytes, 0, bytes.length);
    }

    private byte @Nullable [] bytes(String className) {
      try (InputStream in =
          getParent().getResourceAsStream(className.replace('.', '/') + ".class")) {
        return in == null ? null : in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
