package io.gobridge.camel.testkit.sqs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An HTTP/1.1 request or response with a body of known length: all that the SQS JSON protocol uses. */
final class HttpMessage {

    private final String startLine;
    private final List<String> headers;
    private final byte[] body;

    HttpMessage(String startLine, List<String> headers, byte[] body) {
        this.startLine = startLine;
        this.headers = headers;
        this.body = body;
    }

    /**
     * Reads the next message of a connection.
     *
     * @throws EOFException when the peer has closed the connection
     * @throws IOException  when the body is chunked, which neither the SDK nor ElasticMQ does
     */
    static HttpMessage read(InputStream in) throws IOException {
        var startLine = readLine(in);
        var headers = new ArrayList<String>();
        for (var line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            headers.add(line);
        }
        var head = new HttpMessage(startLine, List.copyOf(headers), new byte[0]);
        if (head.header("Transfer-Encoding").isPresent()) {
            throw new IOException("Chunked body after '" + startLine + "': the door reads only bodies with Content-Length");
        }
        var length = head.header("Content-Length").map(Integer::parseInt).orElse(0);
        var body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("Connection closed after " + body.length + " of " + length + " bytes");
        }
        return new HttpMessage(startLine, head.headers, body);
    }

    /** Returns the value of the first header of that name, in any case. */
    Optional<String> header(String name) {
        return headers.stream().filter(line -> isNamed(line, name)).map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    String startLine() {
        return startLine;
    }

    /** Returns the body itself, not a copy; the caller must not change it. */
    byte[] body() {
        return body;
    }

    HttpMessage withBody(byte[] newBody) {
        var others = headers.stream().filter(line -> !isNamed(line, "Content-Length"));
        var length = Stream.of("Content-Length: " + newBody.length);
        return new HttpMessage(startLine, Stream.concat(others, length).toList(), newBody);
    }

    void writeTo(OutputStream out) throws IOException {
        var head = startLine + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
        // one write, so that Nagle's algorithm never waits for the acknowledgement of the head
        var headBytes = head.getBytes(StandardCharsets.ISO_8859_1);
        var all = Arrays.copyOf(headBytes, headBytes.length + body.length);
        System.arraycopy(body, 0, all, headBytes.length, body.length);
        out.write(all);
        out.flush();
    }

    private static boolean isNamed(String line, String name) {
        return line.length() > name.length() && line.charAt(name.length()) == ':'
                && line.regionMatches(true, 0, name, 0, name.length());
    }

    private static String readLine(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("Connection closed by its peer");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
