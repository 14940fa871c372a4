package dev.evenkeel.benchmarks.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The measures of a source file.
 *
 * @param lines of the file, all of them
 * @param publicTypes its public top-level types, none in an internal package
 * @param bodyLines the lines between the braces of each method and constructor
 */
record SourceShape(int lines, int publicTypes, List<Integer> bodyLines) {

  /** The shapes of all sources below a folder. */
  static List<SourceShape> below(Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> tree = Files.walk(folder);
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources = tree.filter(file -> file.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<SourceShape> shapes = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        shapes.add(of(unit, positions));
      }
      return shapes;
    }
  }

  private static SourceShape of(CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    int lines = (int) unit.getSourceFile().getCharContent(true).toString().lines().count();
    return new SourceShape(lines, publicTypes(unit), bodies(unit, positions));
  }

  private static int publicTypes(CompilationUnitTree unit) {
    if ((unit.getPackageName() + ".").contains(".internal.")) {
      return 0;
    }
    return (int) unit.getTypeDecls().stream().filter(SourceShape::isPublic).count();
  }

  private static boolean isPublic(Tree type) {
    return type instanceof ClassTree named
        && named.getModifiers().getFlags().contains(Modifier.PUBLIC);
  }

  private static List<Integer> bodies(CompilationUnitTree unit, SourcePositions positions) {
    LineMap lines = unit.getLineMap();
    List<Integer> bodies = new ArrayList<>();
    new TreeScanner<@Nullable Void, List<Integer>>() {
      @Override
      public @Nullable Void visitMethod(MethodTree method, List<Integer> found) {
        Tree body = method.getBody();
        if (body != null) {
          long first = lines.getLineNumber(positions.getStartPosition(unit, body));
          long last = lines.getLineNumber(positions.getEndPosition(unit, body));
          found.add((int) Math.max(0, last - first - 1));
        }
        return super.visitMethod(method, found);
      }
    }.scan(unit, bodies);
    return bodies;
  }
}
