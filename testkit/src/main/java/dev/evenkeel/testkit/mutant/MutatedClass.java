package dev.evenkeel.testkit.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * A class of the module under test, compiled with a mistake: tests show that they notice it.
 *
 * @param source the file, from the folder of the module
 */
public record MutatedClass(Path source, List<Edit> edits) {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all: it keeps the tables of contents of a hundred jars. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  /**
   * A piece of source that is replaced.
   *
   * @param was with single spaces and without line comments; it stands in the file once
   */
  public record Edit(String was, String is) {}

  /** The edits of these pairs: what was, what is. */
  public static List<Edit> edits(String... pairs) {
    List<Edit> edits = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      edits.add(new Edit(pairs[i], pairs[i + 1]));
    }
    return List.copyOf(edits);
  }

  /**
   * Makes an object of a class in a class loader of its own, in which the module's classes are
   * loaded anew, this one with its mistakes.
   *
   * @param module what the names of the module's classes begin with
   * @param shared classes of the module that are not loaded anew
   */
  public Object instance(Class<?> type, String module, Set<String> shared) {
    try {
      return new Loader(compiled(text()), module, shared)
          .loadClass(type.getName())
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** The source with the mistakes. */
  public String text() {
    String words;
    try {
      words = Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    words = words.replaceAll("(?m)//.*$", "").replaceAll("\\s+", " ");
    for (Edit edit : edits) {
      int at = words.indexOf(edit.was());
      if (at < 0 || words.indexOf(edit.was(), at + 1) >= 0) {
        throw new AssertionError(
            "%s does not have this text once: %s".formatted(fileName(), edit.was()));
      }
      words = words.replace(edit.was(), edit.is());
    }
    return words;
  }

  private String fileName() {
    return source.getFileName().toString();
  }

  private Map<String, byte[]> compiled(String text) {
    Map<String, ByteArrayOutputStream> out = new HashMap<>();
    JavaFileManager manager =
        new ForwardingJavaFileManager<>(FILES) {
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
        new SimpleJavaFileObject(URI.create("mem:///" + fileName()), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    List<String> options =
        List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
    synchronized (FILES) {
      if (!COMPILER.getTask(null, manager, null, options, null, List.of(file)).call()) {
        throw new AssertionError("%s does not compile".formatted(source));
      }
    }
    Map<String, byte[]> classes = new HashMap<>();
    out.forEach((className, bytes) -> classes.put(className, bytes.toByteArray()));
    return classes;
  }

  /** Loads the module anew, with some classes that are others. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> others;
    private final String module;
    private final Set<String> shared;

    Loader(Map<String, byte[]> others, String module, Set<String> shared) {
      super(MutatedClass.class.getClassLoader());
      this.module = module;
      this.shared = shared;
      this.others = others;
    }

    @Override
    protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
      if (!className.startsWith(module) || shared.contains(className)) {
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
}
