"""A server that passes everything on to another one."""

import http.client
import http.server
import threading
import urllib.parse


class PassingOn:
    """`heard` is told of each request and its answer, as `(request, body, answer, content)`; when it answers False, the
    connection ends without the answer."""

    def __init__(self, base, heard):
        there = urllib.parse.urlsplit(base)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                connection = http.client.HTTPConnection(there.hostname, there.port, timeout=30)
                connection.request(self.command, self.path, body=body, headers=dict(self.headers.items()))
                answer = connection.getresponse()
                content = answer.read()
                if heard(self, body, answer, content) is False:
                    self.close_connection = True
                    return
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
