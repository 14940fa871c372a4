package dev.evenkeel.jobs.command;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A value that may begin with a dash where it stands behind {@code =}, as in {@code --key=-home}:
 * picocli takes it as an option otherwise.
 */
final class DashedValue implements IParameterPreprocessor, ITypeConverter<String> {
  /** Goes before such a value while it is parsed. No argument of a process can have it. */
  private static final String MARK = "\0";

  @Override
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> found) {
    if ("=".equals(found.get("separator"))) {
      arguments.push(MARK + arguments.pop());
    }
    return false;
  }

  @Override
  public String convert(String text) {
    return typed(text);
  }

  /** A value as it was typed. */
  static String typed(String parsed) {
    return parsed.startsWith(MARK) ? parsed.substring(MARK.length()) : parsed;
  }
}
