package dev.evenkeel.jobs.command;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Writes twice. */
final class TeeWriter extends FilterWriter {
  private final Writer second;

  TeeWriter(Writer first, Writer second) {
    super(first);
    this.second = second;
  }

  @Override
  public void write(int c) throws IOException {
    out.write(c);
    second.write(c);
  }

  @Override
  public void write(char[] text, int start, int length) throws IOException {
    out.write(text, start, length);
    second.write(text, start, length);
  }

  @Override
  public void write(String text, int start, int length) throws IOException {
    out.write(text, start, length);
    second.write(text, start, length);
  }
}
