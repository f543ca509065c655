#!/usr/bin/env python3
"""A server that sends what no one should: hostile.py FOLDER. Prints the ports of: plain HTTP, another origin, TLS with a right
certificate, with a wrong name, with one that is too old. FOLDER gets authority.pem and, of each port, the requests that came (log)."""

import http.server, os, ssl, subprocess, sys, threading, time

# What is beside this file needs no cache there.
sys.dont_write_bytecode = True
from answering import Answering

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
DAV = '<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">'
ITEM = "<D:response><D:href>%s</D:href><D:propstat><D:prop><D:getetag>\"1\"</D:getetag>%s</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
BODIES = {
    "/entities/": '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + DAV + "&b;</D:multistatus>",
    "/deep/": DAV + "<D:response>" * 1000,
    "/cut/": DAV + "<D:response><D:href>/cut/a.ics",
    "/places/": DAV
    + "".join(ITEM % (h, "") for h in ["http://evil.example/places/a.ics", "/places/../secret.ics", "/places/%2e%2e/x.ics",
                                      "/elsewhere/b.ics", "/places/deep/c.ics", "/places/good.ics", "/places/"])
    + "</D:multistatus>",
    "/calendar.ics": "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
    "/data/": DAV + ITEM % ("/data/a.ics", "<C:calendar-data>\x7fELF is no calendar</C:calendar-data>") + "</D:multistatus>",
}


class Handler(Answering):
    def answer(self):
        self.body()
        with open(os.path.join(folder, "log-%d" % self.server.server_address[1]), "a") as log:
            log.write(self.command + " " + self.path + "\n" + str(self.headers) + "\n")
        if self.path == "/ask/" and not self.headers.get("Authorization"):
            return self.send(401, b"", [("WWW-Authenticate", 'Basic realm="x"')])
        if self.path == "/ask/":
            return self.send(207, (DAV + "</D:multistatus>").encode())
        if self.path == "/away/":
            return self.send(302, b"", [("Location", "http://127.0.0.1:%d/ask/" % ports[1])])
        if self.path == "/away-open/":
            return self.send(302, b"", [("Location", "http://127.0.0.1:%d/places/" % ports[1])])
        if self.path == "/down/":
            return self.send(302, b"", [("Location", "http://127.0.0.1:%d/ask/" % ports[0])])
        if self.path == "/circle/":
            return self.send(302, b"", [("Location", "/circle/")])
        if self.path == "/silent/":
            time.sleep(4)
            self.close_connection = True
            return None
        if self.path == "/late/":
            time.sleep(2)
            return self.send(207, (DAV + "</D:multistatus>").encode())
        if self.path == "/stopped/":
            self.send_response(207)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            time.sleep(4)
            self.close_connection = True
            return None
        if self.path == "/hang-up/":
            self.close_connection = True
            return None
        if self.path == "/drip/":
            self.send_response(207)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.2)
            except OSError:
                return None
        if self.path in ("/long-header/", "/long-line/"):
            length = 10 << 10 if self.path == "/long-header/" else 200 << 10
            self.send_response(207)
            for number in range(30):
                self.send_header(f"X-{number}", "x" * length)
            self.end_headers()
            self.close_connection = True
            return None
        if self.path == "/huge/":
            self.send_response(207)
            self.send_header("Content-Length", str(100 << 20))
            self.end_headers()
            try:
                for _ in range(100):
                    self.wfile.write(b"<a>" + b"x" * ((1 << 20) - 3))
            except OSError:
                pass
            self.close_connection = True
            return None
        body = BODIES.get(self.path)
        return self.send(207 if body else 404, (body or "nothing").encode())

    do_GET = do_PUT = do_PROPFIND = do_REPORT = do_DELETE = answer


def openssl(*words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def certificate(name, host, end):
    with open(os.path.join(folder, name + ".cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=c\n[c]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n"
                   "[p]\ncommonName=supplied\n[e]\nsubjectAltName=%s\n" % host)
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
    openssl("ca", "-batch", "-config", name + ".cnf", "-extensions", "e", "-cert", "authority.pem", "-keyfile", "authority.key",
            "-in", name + ".csr", "-out", name + ".pem", "-startdate", "20200101000000Z", "-enddate", end, "-notext")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key"))
    return context


open(os.path.join(folder, "index"), "w").close()
with open(os.path.join(folder, "serial"), "w") as file:
    file.write("1000\n")
openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=Tests",
        "-days", "36500")
contexts = [None, None, certificate("right", "IP:127.0.0.1", "21200101000000Z"),
            certificate("other", "DNS:other.example", "21200101000000Z"), certificate("old", "IP:127.0.0.1", "20200102000000Z")]
servers = []
for context in contexts:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    servers.append(server)
ports = [server.server_address[1] for server in servers]
for server in servers:
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(*ports, flush=True)
# Who started it holds the other end, and ends it by letting go.
sys.stdin.read()
