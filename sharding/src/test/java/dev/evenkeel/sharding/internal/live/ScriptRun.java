package dev.evenkeel.sharding.internal.live;

import java.util.function.Function;

/**
 * Runs a script by its name and tells what is wrong, empty if nothing is: first what anybody can
 * see, and if that is right, whether somebody acts past its lease. For other class loaders.
 */
public final class ScriptRun implements Function<String, String> {
  @Override
  public String apply(String name) {
    Script script = Scripts.named(name);
    script.judgeLease = false;
    String wrong = new LayoutExplorer(script).explore();
    if (wrong == null) {
      script.judgeLease = true;
      wrong = new LayoutExplorer(script).explore();
    }
    return wrong == null ? "" : wrong;
  }
}
