package dev.evenkeel.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a process and its servers, hands on what is said byte by byte, counts requests,
 * and lets a blow fall at one of them. A request begins with the first bytes after an answer, as
 * HTTP/1.1 has it.
 */
final class Wire implements AutoCloseable {
  private final List<ServerSocket> doors = new ArrayList<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "wire");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger requests = new AtomicInteger();
  private volatile @Nullable Blow blow;

  /** Where in a request a blow falls. */
  enum Moment {
    /** Nothing of it arrives. */
    BEFORE,
    /** A part of it arrives. */
    WITHIN,
    /** It is answered, and the answer is dropped. */
    AFTER
  }

  /**
   * A blow to the process at one request.
   *
   * @param request the number of the request at which
   * @param strike the blow; the request waits for it
   */
  record Blow(int request, Moment moment, Runnable strike) {}

  /** Another address of a server. */
  URI to(URI server) throws IOException {
    ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    doors.add(door);
    threads.execute(() -> admit(door, server));
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /** Counts from 0 again, and lets a blow fall, or none. */
  void arm(@Nullable Blow next) {
    requests.set(0);
    blow = next;
  }

  /** The number of requests begun since. */
  int requests() {
    return requests.get();
  }

  private void admit(ServerSocket door, URI server) {
    try {
      while (!door.isClosed()) {
        Socket client = door.accept();
        client.setTcpNoDelay(true);
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        behind.setTcpNoDelay(true);
        Connection connection = new Connection(client, behind);
        threads.execute(connection::up);
        threads.execute(connection::down);
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket server;
    private volatile boolean isAnswered = true;
    private volatile @Nullable Blow last;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void up() {
      byte[] bytes = new byte[1 << 14];
      try (client;
          server) {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          Blow falling = isAnswered ? falling() : null;
          isAnswered = false;
          if (falling != null && falling.moment() != Moment.AFTER) {
            out.write(bytes, 0, falling.moment() == Moment.WITHIN ? count / 2 : 0);
            falling.strike().run();
            return;
          }
          last = falling == null ? last : falling;
          out.write(bytes, 0, count);
        }
      } catch (IOException e) {
        return; // one of the two has gone
      }
    }

    private @Nullable Blow falling() {
      Blow armed = blow;
      int number = requests.incrementAndGet();
      return armed != null && armed.request() == number ? armed : null;
    }

    void down() {
      byte[] bytes = new byte[1 << 14];
      try (client;
          server) {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          Blow falling = last;
          if (falling != null) {
            falling.strike().run();
            return;
          }
          isAnswered = true;
          out.write(bytes, 0, count);
        }
      } catch (IOException e) {
        return; // one of the two has gone
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket door : doors) {
      door.close();
    }
    threads.shutdown();
  }
}
