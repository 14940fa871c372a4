package dev.evenkeel.jobs.command;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a help text under headings, by the classes that declare them. */
final class OptionGroups implements IHelpSectionRenderer {
  private final Map<String, List<Class<?>>> groups = new LinkedHashMap<>();

  /** Adds a group after the earlier ones. */
  OptionGroups with(String heading, Class<?>... declaring) {
    groups.put(heading, List.of(declaring));
    return this;
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> rest =
        new ArrayList<>(
            help.commandSpec().options().stream().filter(option -> !option.hidden()).toList());
    StringBuilder text = new StringBuilder();
    groups.forEach(
        (heading, declaring) -> {
          List<OptionSpec> group =
              rest.stream()
                  .filter(
                      option ->
                          option.userObject() instanceof Field field
                              && declaring.contains(field.getDeclaringClass()))
                  .toList();
          rest.removeAll(group);
          text.append(text(help, heading, group));
        });
    return text + text(help, "Others", rest);
  }

  private static String text(Help help, String heading, List<OptionSpec> group) {
    Layout layout = help.createDefaultLayout(group, List.of(), help.colorScheme());
    layout.addAllOptions(group, help.parameterLabelRenderer());
    return "%n%s:%n".formatted(heading) + layout;
  }
}
