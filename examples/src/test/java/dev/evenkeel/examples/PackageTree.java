package dev.evenkeel.examples;

import com.tngtech.archunit.core.domain.JavaClass;

/**
 * A tree of packages laid out like Evenkeel's: {@code base.module.room}. The rules take one, so
 * that they hold over Evenkeel and can be shown to fail over a small tree that breaks each of them.
 */
record PackageTree(String base) {

  boolean holds(JavaClass type) {
    return (packageOf(type) + ".").startsWith(base + ".");
  }

  /** The first segment after the base. */
  String module(JavaClass type) {
    String path = path(type);
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** The package below the module; empty for its root package. */
  String room(JavaClass type) {
    String path = path(type);
    int dot = path.indexOf('.');
    return dot < 0 ? "" : path.substring(dot + 1);
  }

  boolean isInternal(JavaClass type) {
    return ("." + room(type) + ".").contains(".internal.");
  }

  private String path(JavaClass type) {
    String path = packageOf(type).substring(base.length());
    return path.isEmpty() ? path : path.substring(1);
  }

  private static String packageOf(JavaClass type) {
    return type.getBaseComponentType().getPackageName();
  }
}
