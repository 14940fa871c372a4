package dev.evenkeel.benchmarks.values;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.ThreadMeter;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * The speed of the codecs: mebibytes of a document of 1 MiB that they compress in a second of CPU
 * time.
 */
final class CodecSpeedFigures {
  private static final int MIB = 1 << 20;

  private CodecSpeedFigures() {}

  /** A stream that compresses into another. */
  private interface Compressing {
    OutputStream into(OutputStream compressed) throws IOException;
  }

  static void measure(Texts texts, Scale scale, FigureReport report) {
    report.note("compress_mib_s ...");
    byte[] document = texts.document(scale.of(MIB, 4096)).getBytes(UTF_8);
    put("jdk_gzip", document, GZIPOutputStream::new, scale, report);
    List<ValueCodec> codecs =
        List.of(Codecs.gzip(), Codecs.zstd(), Codecs.lz4(), Codecs.snappy(), Codecs.lzo());
    for (ValueCodec codec : codecs) {
      put(codec.name(), document, to -> codec.compressing(to, document.length), scale, report);
    }
  }

  private static void put(
      String name, byte[] document, Compressing codec, Scale scale, FigureReport report) {
    int warmUps = scale.of(10, 0);
    for (int i = 0; i < warmUps; i++) {
      nanos(document, codec);
    }
    double nanos = Samples.of(scale.of(31, 1), i -> nanos(document, codec)).median();
    report.put("compress_mib_s_" + name, document.length * 1e9 / MIB / nanos);
  }

  private static double nanos(byte[] document, Compressing codec) {
    long begin = ThreadMeter.cpuNanos();
    try (OutputStream stream = codec.into(new ByteArrayOutputStream(document.length))) {
      stream.write(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Math.max(1, ThreadMeter.cpuNanos() - begin);
  }
}
