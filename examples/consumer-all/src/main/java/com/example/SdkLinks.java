package com.example;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Looks up each class, method and field of the AWS SDK that any class of Evenkeel names, in the SDK
 * on the class path. With the oldest of the range, those that it lacks may be named by the classes
 * here only, and by each of them. With {@code --unguarded}, by none.
 */
public final class SdkLinks {
  /** Classes that name what only newer SDKs have, and look whether it is there. */
  private static final Map<String, String> GUARDED =
      Map.of(
          "dev/evenkeel/core/internal/mapping/IndexKeys",
          "keys of several attributes: older SDKs have one of each kind",
          "dev/evenkeel/core/internal/mapping/VectorIndex",
          "vector indexes: older SDKs have none",
          "dev/evenkeel/simulator/internal/plan/client/ReportedReason",
          "ThrottlingException and reasons: older SDKs have exceptions without them",
          "dev/evenkeel/testkit/control/Errors$Newer",
          "ThrottlingException: older SDKs make a DynamoDbException of it");

  private final Map<String, Members> known = new HashMap<>();

  /** What a class declares, and where else to look. */
  private record Members(Set<String> declared, List<String> parents) {}

  private SdkLinks() {}

  public static void main(String[] arguments) throws IOException {
    Map<String, String> guarded = List.of(arguments).contains("--unguarded") ? Map.of() : GUARDED;
    Map<String, Set<String>> missing = new TreeMap<>();
    int classes = 0;
    Set<String> jars = new TreeSet<>();
    SdkLinks links = new SdkLinks();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (path.matches(".*[/\\\\]evenkeel-[^/\\\\]*\\.jar")) {
        jars.add(new File(path).getName());
        classes += links.check(path, missing);
      }
    }
    System.out.printf("SDK links: %d classes of %d jars%n", classes, jars.size());
    boolean whole = true;
    for (String named : missing.keySet()) {
      if (!guarded.containsKey(named)) {
        System.out.println(named + " names what the SDK lacks: " + missing.get(named));
        whole = false;
      }
    }
    for (Map.Entry<String, String> each : new TreeMap<>(guarded).entrySet()) {
      if (missing.containsKey(each.getKey())) {
        System.out.println("guarded: " + each.getKey() + ", for " + each.getValue());
      } else {
        System.out.println(each.getKey() + " names nothing that the SDK lacks: not to be listed");
        whole = false;
      }
    }
    System.out.println(whole ? "SDK links: ok" : "SDK links: FAILED");
    System.exit(whole ? 0 : 1);
  }

  /** Returns the number of classes. */
  private int check(String path, Map<String, Set<String>> missing) throws IOException {
    int classes = 0;
    try (JarFile jar = new JarFile(path)) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class")) {
          classes++;
          ClassReader read = new ClassReader(jar.getInputStream(entry));
          Names names = new Names();
          // A remapper is asked for each name in a class, wherever it stands.
          read.accept(new ClassRemapper(new ClassWriter(0), names), 0);
          if (!names.missing.isEmpty()) {
            missing.put(read.getClassName(), names.missing);
          }
        }
      }
    }
    return classes;
  }

  private final class Names extends Remapper {
    final Set<String> missing = new TreeSet<>();

    Names() {
      super(Opcodes.ASM9);
    }

    @Override
    public String map(String name) {
      if (isOfSdk(name) && members(name) == null) {
        missing.add(name);
      }
      return name;
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
      return member(owner, name, descriptor);
    }

    @Override
    public String mapFieldName(String owner, String name, String descriptor) {
      return member(owner, name, descriptor);
    }

    private String member(String owner, String name, String descriptor) {
      // Own classes inherit members of the SDK, so those are looked up as well.
      boolean isLooked = isOfSdk(owner) || owner.startsWith("dev/evenkeel/");
      if (isLooked && !has(owner, name + descriptor)) {
        missing.add(owner + "." + name + descriptor);
      }
      return name;
    }
  }

  private static boolean isOfSdk(String name) {
    return name.startsWith("software/amazon/awssdk/");
  }

  private boolean has(String owner, String member) {
    Members members = members(owner);
    if (members == null) {
      return !isOfSdk(owner); // of an optional library that is not here
    }
    return members.declared.contains(member)
        || members.parents.stream().anyMatch(parent -> has(parent, member));
  }

  /** Null for a class that is not there. */
  private Members members(String name) {
    return known.computeIfAbsent(name, SdkLinks::read);
  }

  private static Members read(String name) {
    try (InputStream bytes = SdkLinks.class.getClassLoader().getResourceAsStream(name + ".class")) {
      if (bytes == null) {
        return null;
      }
      ClassReader reader = new ClassReader(bytes);
      List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
      if (reader.getSuperName() != null) {
        parents.add(reader.getSuperName());
      }
      Set<String> declared = new HashSet<>();
      reader.accept(new Declared(declared), ClassReader.SKIP_CODE);
      return new Members(declared, parents);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Declared extends ClassVisitor {
    private final Set<String> all;

    Declared(Set<String> all) {
      super(Opcodes.ASM9);
      this.all = all;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      all.add(name + descriptor);
      return null;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      all.add(name + descriptor);
      return null;
    }
  }
}
