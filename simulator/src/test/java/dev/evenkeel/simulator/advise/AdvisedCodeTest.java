package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.Selection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advised code compiles. */
class AdvisedCodeTest {
  private static final List<String> RULES =
      List.of(
          ShardCode.exactly("say \"\\u000a\" \n 1\u007f\ud83d\ude00", 7),
          ShardCode.startingWith("DAY#", 3));

  @TempDir private Path folder;

  /** All forms at once, since the compiler takes a second to begin. */
  @Test
  void code_ofAllForms_compiles() {
    StringBuilder body = new StringBuilder();
    for (Selection selection : Selection.values()) {
      body.append("Object ").append(selection).append(" = ");
      body.append(ShardCode.of(true, selection, 1, RULES)).append("\n");
    }
    body.append("Object all = ").append(ShardCode.of(true, Selection.CALCULATED, 7, List.of()));
    body.append("\nObject counters = ").append(ShardCode.of(false, Selection.RANDOM, 1, RULES));

    assertThat(errors(body.toString())).isEmpty();
    assertThat(errors("Object all = ShardingSpec.nothing();")).hasSize(1);
  }

  private List<String> errors(String members) {
    String source =
        "import dev.evenkeel.sharding.spec.*;\nfinal class Advised {\n" + members + "\n}";
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Advised.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options = List.of("-proc:none", "-d", folder.toString(), "-implicit:none");
    compiler.getTask(null, null, found, new ArrayList<>(options), null, List.of(file)).call();
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }
}
